import type { MacroArea } from '@pain-signals/contract';

/**
 * Words and phrases of one area, comma-separated, as people write them. `telling`: rarely used for other areas; `typical`: mostly
 * used for this one. Words that several areas share are left out: they name wrong areas more often than right ones.
 */
export interface AreaSeeds {
  telling: string;
  typical: string;
}

export const AREA_SEEDS: Readonly<Record<MacroArea, AreaSeeds>> = {
  AUTH_IDENTITY: {
    telling: `
      oauth, oauth2, oidc, openid connect, saml, sso, single sign on, scim, jwt, pkce, refresh token, access token,
      id token, bearer token, mfa, 2fa, totp, passkey, webauthn, fido2, otp, magic link, identity provider, idp,
      okta, auth0, keycloak, cognito, entra, azure ad, active directory, ldap, kerberos, rbac, abac, authn, authz,
      sign in with google, login page, login screen, session expired, password reset, forgot password, redirect uri,
      callback url, account takeover, device flow, authorization code, consent screen, impersonation,
      service account
    `,
    typical: `
      auth, authentication, authorization, authorize, login, logout, signin, signup, password, credential,
      session cookie, privilege, access control, group claim, tenant, user account, provisioning, deprovision,
      offboarding, trusted device, reauthenticate, unauthorized, 401, 403 forbidden, biometric, authenticator,
      user pool, token expiry, social login, account linking, entitlement, lockout, reauth, sso session
    `,
  },
  AI_AGENTS_LLM: {
    telling: `
      llm, large language model, gpt, chatgpt, openai, anthropic, claude, llama, ollama, vllm, langchain, langgraph,
      llamaindex, hugging face, huggingface, rag, retrieval augmented, vector store, vector database, system prompt,
      prompt injection, prompt caching, prompt engineering, hallucination, context window, context length,
      token limit, max tokens, tool call, function calling, structured output, json mode, agent loop, ai agent,
      multi agent, agentic, autonomous agent, copilot, coding assistant, chat completion, lora, inference server,
      mcp server, model context protocol, guardrail, embedding model
    `,
    typical: `
      assistant, chatbot, conversation, conversation history, prompt token, input token, output token, rerank,
      semantic search, similarity search, evals, evaluation set, tool result, tool definition, sub agent,
      generated answer, generated code, knowledge base, summarize, summarization, gpu memory, quantization,
      model version, memory of the conversation, natural language
    `,
  },
  BUILD_CI_CD: {
    telling: `
      ci, ci cd, cicd, continuous integration, continuous delivery, github actions, gitlab ci, circleci, jenkins,
      jenkinsfile, travis, buildkite, azure pipelines, teamcity, bazel, gradle, maven, sbt, cmake, makefile, ccache,
      sccache, turborepo, nx, docker build, dockerfile, buildx, kaniko, layer cache, build cache, remote cache,
      self hosted runner, runner, workflow file, workflow yaml, required check, status check, merge queue,
      path filter, matrix build, build matrix, build artifact, upload artifact, release pipeline, incremental build,
      build server, build agent, npm ci, webpack build, esbuild, rollup, vite build, swc, linker error,
      cross compile, multi arch, pre merge, nightly build, pull request check, docker layer
    `,
    typical: `
      build, rebuild, pipeline, compile, compiler, cache key, cache hit, cache miss, cron job, tag release,
      image build, monorepo, bundler, toolchain, cold build, parallel jobs, concurrency group, flaky pipeline,
      green build, red build, main branch, deploy job, reusable workflow, composite action, dependency cache,
      code signing, notarize, publish package
    `,
  },
  TESTING_QUALITY: {
    telling: `
      unit test, integration test, end to end test, e2e, flaky test, flaky, test suite, test runner, test case,
      test data, test isolation, test order, jest, vitest, mocha, jasmine, pytest, unittest, junit, testng, rspec,
      phpunit, xunit, nunit, playwright, cypress, selenium, puppeteer, webdriver, testcontainers, snapshot test,
      screenshot test, visual regression, golden file, code coverage, coverage report, test coverage,
      mutation testing, property based, fuzzing, mock, fixture, assertion, fake timers, contract test,
      consumer driven contract, smoke test, regression test, load test, quality assurance, tdd, bdd, gherkin,
      cucumber, msw, sinon, headless browser, storybook test, test double, test harness, test report,
      reference image, reference screenshot, pixel comparison, image diff, visual diff, pixel tolerance, visual test
    `,
    typical: `
      test, coverage, passes locally, fails in ci, run in isolation, parallel tests, parallel workers, teardown,
      pixel diff, diff threshold, recorded response, test database, seed data, test environment, staging test,
      manual testing
    `,
  },
  CLOUD_INFRA_DEPLOY: {
    telling: `
      kubernetes, k8s, kubectl, kubelet, helm, helm chart, argo cd, argocd, kustomize, terraform, terraform plan,
      terraform apply, opentofu, pulumi, cloudformation, cdk, ansible, ec2, eks, ecs, fargate, aks, gcp, gke,
      cloud run, cloudflare workers, vercel, netlify, fly.io, heroku, digitalocean, deployment rollout,
      rolling update, rolling deploy, blue green, canary, readiness probe, liveness probe, sigterm,
      graceful shutdown, termination grace period, ingress, load balancer, nat gateway, vpc, subnet,
      availability zone, cross zone, egress cost, autoscaling, autoscaler, hpa, karpenter, node pool, spot instance,
      serverless, preview environment, infrastructure as code, iac, state file, service mesh, istio, daemonset,
      statefulset, configmap, namespace, crashloopbackoff, oomkilled, imagepullbackoff, pod
    `,
    typical: `
      rollout, cloud bill, vm, provisioned, scale to zero, replica count, orchestration, route53, cdn, nginx,
      sidecar, provider version, staging environment, teardown environment, ephemeral environment, health check,
      zero downtime, billing, resource limits, cpu limit, firewall, security group
    `,
  },
  DATABASE_STORAGE: {
    telling: `
      database, postgres, postgresql, mysql, mariadb, sqlite, sql server, oracle database, mongodb, mongo, redis,
      valkey, cassandra, dynamodb, cockroachdb, clickhouse, snowflake, bigquery, elasticsearch index, opensearch,
      neo4j, influxdb, duckdb, sql, nosql, query planner, slow query, explain analyze, full table scan,
      sequential scan, table lock, row lock, deadlock, lock timeout, alter table, schema migration,
      database migration, migration, prisma, typeorm, sequelize, sqlalchemy, hibernate, activerecord,
      entity framework, connection pool, pgbouncer, max connections, read replica, replication lag, primary key,
      foreign key, autovacuum, transaction isolation, serializable, pg_dump, sharded, shard key, partitioned table,
      stored procedure, materialized view, object storage, s3 bucket, block storage, data warehouse, etl,
      data pipeline, dbt, airflow, kafka topic, change data capture, parquet, blob storage, data lake
    `,
    typical: `
      query, table, transaction, schema, data loss, lost writes, acknowledged write, stale read,
      read your own writes, upsert, update statement, connection string, idle connection, pool, cache eviction,
      document store, key value, bulk insert, tablespace
    `,
  },
  API_INTEGRATION: {
    telling: `
      rest api, api key, api version, api client, api gateway, webhook, webhook delivery, signature header, graphql,
      graphql query, grpc, protobuf, openapi, swagger, postman, client library, rate limit, 429, quota header,
      pagination, page token, next page, cursor pagination, offset pagination, idempotency key, http client, paypal,
      twilio, sendgrid, shopify, salesforce, hubspot, zapier, slack api, payment intent, subscription billing,
      breaking api change, deprecation notice, callback delivery, event delivery, exponential backoff, cors,
      request body, response body, 422, batch endpoint
    `,
    typical: `
      query parameter, json body, nullable field, enum value, curl, axios, backoff, redelivery, duplicate delivery,
      missed event, out of order events, external service, websocket, sse, long polling, documentation of the api,
      undocumented, invoice, refund, per_page, skipped rows, offset, list endpoint, next link, webhook secret,
      retry policy, breaking change
    `,
  },
  FRONTEND_UI: {
    telling: `
      css, tailwind, sass, styled components, flexbox, css grid, media query, dark mode, react, react component,
      jsx, useeffect, usestate, react hook, next.js, nextjs, nuxt, vue, vuex, pinia, angular, svelte, sveltekit,
      solid.js, hydration, hydration mismatch, server component, ssr, client side rendering, virtual dom, rerender,
      infinite rerender, layout shift, cls, lcp, web vitals, lighthouse, viewport, safari, ios safari,
      mobile safari, firefox, internet explorer, accessibility, a11y, screen reader, aria, keyboard navigation,
      focus trap, tooltip, dropdown, modal, dialog, datepicker, date picker, carousel, autocomplete field,
      drag and drop, virtual list, virtualized, infinite scroll, react native, flutter, swiftui, jetpack compose,
      electron, android app, ios app, webview, material ui, design system, storybook, figma, svg icon, web font,
      animation, service worker, pwa, soft keyboard, virtual keyboard, rtl
    `,
    typical: `
      frontend, front end, ui, ux, render, browser, chrome, layout, button, form input, input field, scroll,
      scrollbar, sticky header, page load, click, hover, touch, gesture, swipe, flicker, flash of unstyled, font,
      theme, color, contrast, stylesheet, responsive, mobile, tablet, state management, redux, route change,
      client bundle, bundle size, hot reload, translation, checkbox, image loading, lazy loading, canvas, pixel,
      white screen, blank page, resize, component
    `,
  },
  OBSERVABILITY_DEBUGGING: {
    telling: `
      observability, opentelemetry, otel, otel collector, prometheus, grafana, loki, jaeger, zipkin, datadog,
      honeycomb, sentry, splunk, kibana, elk, logstash, fluentd, cloudwatch, log aggregation, structured logging,
      log level, log line, log volume, log ingestion, source map, sourcemap, minified stack, distributed tracing,
      trace id, trace context, traceparent, span, histogram, cardinality, high cardinality, alert fatigue, alerting,
      alertmanager, pagerduty, oncall, slo, sli, error budget, debugger, breakpoint, core dump, heap dump,
      heap snapshot, flame graph, flamegraph, memory leak, apm, postmortem, post mortem, runbook, crash report,
      symbolication, sampling rate, tail sampling, uptime monitoring, alert rule, firing alert, burn rate,
      mute alert, pager, rota, stack frame, timeseries, debug symbol, log search, error tracking
    `,
    typical: `
      telemetry, exporter, p99, p95, error rate, swallowed error, unhelpful error, instrumentation, page at night,
      paged, event timeline, console output, stdout, print statement, reproduce locally, watch expression,
      missing spans, broken trace, context propagation, memory usage, cpu profile, rss
    `,
  },
  SECURITY_COMPLIANCE: {
    telling: `
      security, vulnerability, cve, cvss, security advisory, npm audit, dependabot, snyk, trivy, semgrep, sonarqube,
      codeql, sast, dast, sca, sbom, supply chain attack, supply chain, typosquatting, malicious package,
      secret scanning, leaked secret, leaked credentials, exposed key, secret in logs, secrets manager,
      key rotation, rotate secrets, hsm, encryption at rest, encryption, tls certificate, certificate expired,
      cert manager, lets encrypt, mtls, cipher, xss, csrf, sql injection, ssrf, rce, remote code execution,
      path traversal, csp, content security policy, penetration test, pentest, bug bounty, threat model, zero trust,
      waf, ddos, gdpr, hipaa, soc2, pci dss, audit log, audit trail, auditor, data residency, data deletion request,
      pii, personal data, consent banner, licence compliance, license compliance, gpl, slsa, sigstore, cosign,
      signed commit, signature verification, secret scanner, push protection, gitleaks, vulnerable,
      vulnerable dependency, x509, renew certificate, certificate authority, credential leak, git history rewrite,
      regulator, soc2 audit, erasure, trufflehog, security team, security review
    `,
    typical: `
      secure, insecure, exploit, exploitable, transitive vulnerability, patched version, advisory, severity rating,
      critical finding, scan report, sanitize, private key, public key, ssl, tls, tamper, questionnaire,
      vendor review, redaction, retention policy, erase, anonymize, attack, attacker, malware, sandbox escape,
      hardening, fips, leaked key
    `,
  },
  DEV_TOOLING_WORKFLOW: {
    telling: `
      ide, vscode, vs code, visual studio code, intellij, jetbrains, webstorm, pycharm, xcode, neovim, vim, emacs,
      language server, lsp, intellisense, autocomplete, auto import, tsserver, type checking, type inference,
      typescript compiler, tsconfig, eslint, prettier, biome, linter, lint rule, formatter, format on save,
      git rebase, rebase, merge conflict, git blame, git hook, pre commit, husky, git lfs, submodule, cherry pick,
      code review, pull request review, monorepo tooling, npm install, npm, pnpm, pip, poetry, conda, virtualenv,
      cargo, bundler gem, composer, homebrew, package manager, lockfile, lock file conflict, peer dependency,
      dependency resolution, dependency hell, node_modules, devcontainer, dev container, dev environment,
      local development, local setup, onboarding, codespaces, gitpod, wsl, dotfiles, hot module reload,
      file watcher, command line tool, scaffolding, code generator, boilerplate, docs, readme, out of date docs,
      plugin extension, dev server
    `,
    typical: `
      terminal, project setup, lint, typings, typescript, import path, module resolution, commonjs,
      dependency, upgrade path, version conflict, setup instructions, commit message, large repository, keybinding,
      toolchain version, node version, python version, environment setup, tutorial, example code, migration guide,
      pull request, go to definition
    `,
  },
};
