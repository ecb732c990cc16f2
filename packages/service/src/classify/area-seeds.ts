import type { MacroArea } from '@pain-signals/contract';

/**
 * Words and phrases of one area, comma-separated, as people write them. `telling`: rarely used for other areas; `typical`: mostly
 * used for this one; `vague`: used elsewhere too, so it only tips the balance.
 */
export interface AreaSeeds {
  telling: string;
  typical: string;
  vague: string;
}

export const AREA_SEEDS: Readonly<Record<MacroArea, AreaSeeds>> = {
  AUTH_IDENTITY: {
    telling: `
      oauth, oauth2, oidc, openid connect, saml, sso, single sign on, scim, jwt, pkce, refresh token, access token,
      id token, bearer token, mfa, 2fa, totp, passkey, webauthn, fido2, otp, magic link, identity provider, idp, okta,
      auth0, keycloak, cognito, entra, azure ad, active directory, ldap, kerberos, rbac, abac, authn, authz,
      sign in with google, login page, login screen, session expired, password reset, forgot password, redirect uri,
      callback url, account takeover, device flow, authorization code, consent screen, impersonation, service account
    `,
    typical: `
      auth, authentication, authenticate, authorization, authorize, login, logout, signin, signup, password, credential,
      session, session cookie, identity, permission, role, privilege, access control, group claim, claim, scope, tenant,
      user account, directory, provisioning, deprovision, offboarding, invitation, trusted device, reauthenticate,
      revoke, unauthorized, 401, 403 forbidden, biometric, authenticator, user pool, token expiry, social login,
      account linking, entitlement, federation, membership, lockout, reauth, sso session
    `,
    vague: `
      token, cookie, user, account, admin, group, redirect, expire, grant, verify, email verification, access, policy,
      member, device
    `,
  },
  AI_AGENTS_LLM: {
    telling: `
      llm, large language model, gpt, chatgpt, openai, anthropic, claude, gemini, mistral, llama, ollama, vllm,
      langchain, langgraph, llamaindex, hugging face, huggingface, transformers, rag, retrieval augmented, embedding,
      vector store, vector database, prompt, system prompt, prompt injection, prompt caching, prompt engineering,
      hallucination, hallucinate, context window, context length, token limit, max tokens, tool call, tool calling,
      function calling, structured output, json mode, agent loop, ai agent, multi agent, agentic, autonomous agent,
      copilot, coding assistant, chat completion, lora, inference server, mcp server, model context protocol, guardrail
    `,
    typical: `
      agent, model, ai, assistant, chatbot, completion, inference, conversation, conversation history, prompt token,
      input token, output token, context, rerank, chunking, semantic search, similarity search, evals, evaluation set,
      tool result, tool definition, sub agent, planner, reasoning, generated answer, generated code, invented,
      knowledge base, summarize, summarization, gpu memory, quantization, sampling, decoding, streaming response,
      model version, memory of the conversation, forgets, natural language
    `,
    vague: `
      token, tool, chat, answer, memory, retrieval, schema, generate, vector, training, gpu, instruction, loop,
      temperature, streaming, confidence
    `,
  },
  BUILD_CI_CD: {
    telling: `
      ci, ci cd, cicd, continuous integration, continuous delivery, github actions, gitlab ci, circleci, jenkins,
      jenkinsfile, travis, buildkite, azure pipelines, teamcity, bazel, gradle, maven, sbt, cmake, makefile, ninja,
      ccache, sccache, turborepo, nx, docker build, dockerfile, buildkit, buildx, kaniko, layer cache, build cache,
      remote cache, self hosted runner, runner, workflow file, workflow yaml, required check, status check, merge queue,
      path filter, matrix build, build matrix, build artifact, upload artifact, artifact, release pipeline,
      incremental build, build server, build agent, npm ci, webpack build, esbuild, rollup, vite build, swc,
      linker error, cross compile, multi arch, pre merge, nightly build, pull request check, docker layer
    `,
    typical: `
      build, rebuild, pipeline, workflow, compile, compiler, compilation, job, stage, cache key, cache hit, cache miss,
      checkout, step, trigger, cron job, tag release, release build, image build, base image, monorepo, bundler, bundle,
      toolchain, cold build, parallel jobs, concurrency group, rerun, flaky pipeline, green build, red build,
      main branch, deploy job, reusable workflow, composite action, yaml, dependency cache, code signing, notarize,
      publish package
    `,
    vague: `
      docker, image, layer, push, branch, pull request, merge, commit, runner disk, minutes, artifact retention,
      lockfile, package, registry, release, version bump, environment variable, skipped
    `,
  },
  TESTING_QUALITY: {
    telling: `
      unit test, integration test, end to end test, e2e, flaky test, flaky, flakiness, test suite, test runner,
      test case, test data, test isolation, test order, jest, vitest, mocha, jasmine, karma, pytest, unittest, junit,
      testng, rspec, phpunit, xunit, nunit, playwright, cypress, selenium, puppeteer, webdriver, testcontainers,
      snapshot test, screenshot test, visual regression, golden file, code coverage, coverage report, test coverage,
      mutation testing, property based, fuzzing, mock, mocking, stub, spy, fixture, assertion, assert, expect,
      fake timers, contract test, consumer driven contract, pact, smoke test, regression test, load test, qa,
      quality assurance, tdd, bdd, gherkin, cucumber, msw, sinon, headless browser, storybook test, test double,
      test harness, test report, tester, reference image, reference screenshot, pixel comparison, image diff,
      visual diff, pixel tolerance, visual test
    `,
    typical: `
      test, tests, testing, tester, coverage, suite, spec, passes locally, fails in ci, run in isolation,
      parallel tests, parallel workers, shard, sharding, retries, quarantine, teardown, setup, baseline image,
      pixel diff, diff threshold, snapshot, screenshot, recorded response, mocked, mocks, test database, seed data,
      factory, random order, green, red, false positive, simulator, emulator, test environment, staging test,
      manual testing
    `,
    vague: `
      fails, pass, passing, worker, threshold, clock, timezone, randomly, intermittent, state leak, isolation, verify,
      quality, regression, defect, review, browser, renamed field
    `,
  },
  CLOUD_INFRA_DEPLOY: {
    telling: `
      kubernetes, k8s, kubectl, kubelet, helm, helm chart, argo cd, argocd, flux, kustomize, terraform, terraform plan,
      terraform apply, opentofu, pulumi, cloudformation, cdk, ansible, aws, ec2, eks, ecs, fargate, lambda, azure, aks,
      gcp, gke, cloud run, cloudflare workers, vercel, netlify, fly.io, heroku, digitalocean, pod, pods,
      deployment rollout, rolling update, rolling deploy, blue green, canary, readiness probe, liveness probe, sigterm,
      graceful shutdown, termination grace period, ingress, load balancer, nat gateway, vpc, subnet, availability zone,
      cross zone, egress cost, autoscaling, autoscaler, hpa, karpenter, node pool, spot instance, serverless,
      preview environment, infrastructure as code, iac, state file, drift, service mesh, istio, envoy, daemonset,
      statefulset, configmap, namespace, crashloopbackoff, oomkilled, imagepullbackoff
    `,
    typical: `
      deploy, deployment, rollout, rollback, cluster, node, container, infrastructure, cloud, cloud bill, region,
      instance, vm, provisioned, autoscale, scale to zero, replica count, replicas, evicted, drain, terminated, restart,
      orchestration, dns, route53, cdn, proxy, nginx, sidecar, plan, apply, module, provider version,
      staging environment, teardown environment, ephemeral environment, traffic, health check, downtime, zero downtime,
      cost, billing, resource limits, cpu limit, quota, firewall, security group, bucket, edge
    `,
    vague: `
      docker, image, environment, production, staging, shutdown, startup, timeout, network, volume, capacity, resource,
      tag, expensive, invoice, 502, 503, 504, port, secret, manual change, console
    `,
  },
  DATABASE_STORAGE: {
    telling: `
      database, postgres, postgresql, mysql, mariadb, sqlite, sql server, oracle database, mongodb, mongo, redis,
      valkey, cassandra, dynamodb, cockroachdb, clickhouse, snowflake, bigquery, elasticsearch index, opensearch, neo4j,
      influxdb, duckdb, sql, nosql, query planner, slow query, explain analyze, full table scan, sequential scan,
      table lock, row lock, deadlock, lock timeout, alter table, schema migration, database migration, migration, orm,
      prisma, typeorm, sequelize, sqlalchemy, hibernate, activerecord, entity framework, drizzle, connection pool,
      pgbouncer, max connections, read replica, replication lag, replication, failover, standby, primary key,
      foreign key, vacuum, autovacuum, wal, transaction isolation, serializable, pg_dump, sharded, shard key,
      partitioned table, stored procedure, materialized view, object storage, s3 bucket, block storage, data warehouse,
      etl, data pipeline, dbt, airflow, kafka topic, change data capture,
      hdfs, hadoop, spark, hive, flink, parquet, object store, blob storage, data lake
    `,
    typical: `
      query, queries, table, row, column, index, join, transaction, commit, rollback, schema, replica, primary, backup,
      restore, data loss, lost writes, acknowledged write, stale read, read your own writes, consistency, upsert,
      insert, select, update statement, cursor, connection string, connection, idle connection, pool, db, storage,
      disk usage, snapshot, retention, ttl, cache eviction, document store, key value, bulk insert, locking, locks,
      tablespace, dataset, records
    `,
    vague: `
      data, write, read, node, cluster, cache, memory, disk, slow, partition, leader, sync, export, duplicate rows,
      timestamp, batch, file system, persist
    `,
  },
  API_INTEGRATION: {
    telling: `
      rest api, api, api key, api version, api client, api gateway, webhook, webhooks, webhook delivery,
      signature header, graphql, graphql query, apollo, grpc, protobuf, soap, openapi, swagger, postman, sdk,
      client library, rate limit, rate limited, rate limiting, 429, throttle, throttling, quota header, pagination,
      paginate, page token, next page, cursor pagination, offset pagination, idempotency key, idempotent, endpoint,
      http client, third party, integration, connector, stripe, paypal, twilio, sendgrid, shopify, salesforce, hubspot,
      zapier, slack api, payment, payment intent, checkout, subscription billing, breaking api change,
      deprecation notice, callback delivery, event delivery, exponential backoff, cors, content type, request body,
      response body, status code, 422, batch endpoint
    `,
    typical: `
      request, response, payload, header, query parameter, json body, json, xml, field, nullable field, enum value,
      client, server response, http, https, url, curl, fetch, axios, retry, retries, backoff, burst, events, event,
      redelivery, duplicate delivery, missed event, out of order events, sync, partner, vendor, provider,
      external service, websocket, sse, long polling, polling, sandbox, documentation of the api, undocumented,
      changelog, contract, versioning, invoice, refund, charge, per_page, page size, skipped rows, offset, total count,
      list endpoint, next link, cursor, webhook secret, retry policy
    `,
    vague: `
      limit, quota, key, timeout, page, item, list, 400, 404, 500, 502, subscriber, handler, message, order, ordering,
      export, import, customer, account, integration test
    `,
  },
  FRONTEND_UI: {
    telling: `
      css, tailwind, sass, styled components, flexbox, css grid, media query, dark mode, react, react component, jsx,
      useeffect, usestate, react hook, next.js, nextjs, nuxt, vue, vuex, pinia, angular, svelte, sveltekit, solid.js,
      astro, remix, hydration, hydration mismatch, server component, ssr, client side rendering, dom, virtual dom,
      rerender, infinite rerender, layout shift, cls, lcp, web vitals, lighthouse, viewport, safari, ios safari,
      mobile safari, firefox, internet explorer, accessibility, a11y, screen reader, aria, keyboard navigation,
      focus trap, tooltip, dropdown, modal, dialog, datepicker, date picker, carousel, autocomplete field,
      drag and drop, virtual list, virtualized, infinite scroll, react native, flutter, swiftui, jetpack compose,
      electron, android app, ios app, webview, material ui, design system, storybook, figma, svg icon, web font,
      animation, service worker, pwa, soft keyboard, virtual keyboard, rtl
    `,
    typical: `
      frontend, front end, ui, ux, component, render, rendering, browser, chrome, layout, button, form, form input,
      input field, scroll, scrolling, scrollbar, sticky header, page load, click, hover, touch, gesture, swipe, flicker,
      flash of unstyled, font, theme, color, contrast, style, stylesheet, responsive, mobile, tablet, screen, rotate,
      state management, redux, store, props, router, navigation, route change, client bundle, bundle size, hot reload,
      locale, translation, placeholder, label, checkbox, table view, list view, image loading, lazy loading, chart,
      canvas, pixel, white screen, blank page, resize
    `,
    vague: `
      page, app, widget, display, menu, tab, window, view, user interface, update, event handler, focus, typing, laggy,
      jank, element, template, local storage
    `,
  },
  OBSERVABILITY_DEBUGGING: {
    telling: `
      observability, opentelemetry, otel, otel collector, prometheus, grafana, loki, tempo, jaeger, zipkin, datadog,
      honeycomb, sentry, splunk, kibana, elk, logstash, fluentd, cloudwatch, log aggregation, structured logging,
      structured logs, log level, log line, log volume, log ingestion, stack trace, stacktrace, source map, sourcemap,
      source maps, minified stack, distributed tracing, tracing, trace id, trace context, traceparent, span, spans,
      metric, metrics, histogram, cardinality, high cardinality, alert fatigue, alerting, alert, alertmanager,
      pagerduty, oncall, slo, sli, error budget, dashboard, debugger, breakpoint, breakpoints, core dump, heap dump,
      heap snapshot, flame graph, flamegraph, profiler, profiling, memory leak, apm, postmortem, post mortem, incident,
      runbook, crash report, symbolication, correlation id, sampling rate, tail sampling, uptime monitoring, alert rule,
      firing alert, burn rate, mute alert, pager, rota, stack frame, timeseries, debug symbol, symbolicated, log search,
      error tracking
    `,
    typical: `
      log, logs, logging, logger, trace, traces, debug, debugging, monitor, monitoring, telemetry, exporter, scrape,
      percentile, p99, p95, error rate, error message, swallowed error, unhelpful error, exception, retention, sampled,
      sampling, instrumentation, instrumented, collector, ingest, page at night, paged, noise, noisy alert, silence,
      annotation, event timeline, console output, stdout, verbose, print statement, reproduce locally, inspect, attach,
      watch expression, missing spans, broken trace, context propagation, memory usage, gc, garbage collection,
      cpu profile, rss, oom
    `,
    vague: `
      leak, memory, heap, graph, query, threshold, report, latency, slow, label, tag, production, async, thread, hang,
      visibility, notification
    `,
  },
  SECURITY_COMPLIANCE: {
    telling: `
      security, vulnerability, vulnerabilities, cve, cvss, security advisory, npm audit, dependabot, snyk, trivy,
      semgrep, sonarqube, codeql, sast, dast, sca, sbom, supply chain attack, supply chain, typosquatting,
      malicious package, secret scanning, leaked secret, leaked credentials, exposed key, secret in logs,
      secrets manager, vault, key rotation, rotate secrets, rotation, kms, hsm, encryption at rest, encryption,
      tls certificate, certificate, certificate expired, cert manager, lets encrypt, mtls, cipher, xss, csrf,
      sql injection, ssrf, rce, remote code execution, path traversal, csp, content security policy, penetration test,
      pentest, bug bounty, threat model, zero trust, waf, ddos, gdpr, hipaa, soc2, pci dss, compliance, audit log,
      audit trail, auditor, data residency, data deletion request, pii, personal data, privacy, consent banner, dpa,
      licence compliance, license compliance, gpl, provenance, slsa, sigstore, cosign, signed commit,
      signature verification, secret scanner, push protection, gitleaks, vulnerable, vulnerable dependency, x509, acme,
      renew certificate, certificate authority, credential leak, git history rewrite, regulator, soc2 audit, erasure,
      trufflehog, security team, security review, security fix
    `,
    typical: `
      audit, secure, insecure, exploit, exploitable, unreachable code path, transitive vulnerability, patch,
      patched version, advisory, severity rating, critical finding, finding, scanner, scan, scan report, false positive,
      suppress, suppression, allowlist, secret, secrets, sanitize, escape, hash, private key, public key, ssl, tls,
      expired, renewal, tamper, evidence, control, policy, questionnaire, vendor review, redact, redaction, masking,
      retention policy, erase, anonymize, attack, attacker, malware, sandbox escape, hardening, fips
    `,
    vague: `
      leak, exposed, risk, token, password, dependency, package, upgrade, root, permission, access, review, report,
      legal, license, regulator, customer data, key
    `,
  },
  DEV_TOOLING_WORKFLOW: {
    telling: `
      ide, vscode, vs code, visual studio code, intellij, jetbrains, webstorm, pycharm, xcode, neovim, vim, emacs,
      language server, lsp, intellisense, autocomplete, auto import, tsserver, type checking, type inference,
      typescript compiler, tsconfig, eslint, prettier, biome, linter, lint rule, formatter, format on save, git,
      git rebase, rebase, merge conflict, git blame, git hook, pre commit, husky, git lfs, submodule, cherry pick,
      code review, pull request review, monorepo tooling, npm install, npm, pnpm, yarn, pip, poetry, uv, conda,
      virtualenv, cargo, bundler gem, composer, homebrew, package manager, lockfile, lock file conflict,
      peer dependency, dependency resolution, dependency hell, node_modules, devcontainer, dev container,
      dev environment, local development, local setup, onboarding, codespaces, gitpod, wsl, dotfiles, hot module reload,
      file watcher, cli, command line tool, scaffolding, code generator, boilerplate, documentation, docs, readme,
      out of date docs, changelog, jira, refactoring, plugin extension, dev server
    `,
    typical: `
      editor, extension, plugin, terminal, shell, workspace, project setup, lint, format, formatting, types, type error,
      typings, typescript, import path, module resolution, esm, commonjs, package, dependency, dependencies,
      upgrade path, version conflict, install, installation, setup instructions, config file, configuration, conflict,
      branch, diff, review, reviewer, commit message, history, repository, clone, large repository, checkout,
      keybinding, shortcut, snippet, tooling, toolchain version, node version, python version, environment setup,
      tutorial, example code, migration guide, template, ticket, workflow, indexing
    `,
    vague: `
      tool, script, command, code, file, path, symlink, windows, macos, machine, laptop, slow, cpu, watch, merge,
      version, update, language, guide, outdated
    `,
  },
};
