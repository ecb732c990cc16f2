/** Signing in, rights, secrets and rules. One group a line: words that a searcher may use one for the other. */
const ACCESS = `
login, signin, logon, auth, authentication, authenticate, sso, credentials check
logout, signout, session ended, kicked, signed off, session expired
sso, saml, oidc, openid connect, federation, identity provider, idp, okta, keycloak, entra
oauth, oauth2, authorization code, grant, delegated access
token, jwt, bearer, access token, refresh token, credential
renewal, refresh, rotation, rotate, renew, reissue
mfa, 2fa, totp, otp, authenticator, verification code, step up, challenge, passkey, webauthn, prompt
password, passphrase, credential, passcode
permission, privilege, role, rbac, entitlement, access right, authorization, grant, rights
unauthorized, 401, 403, forbidden, denied, access denied, rejected, refused
user, account, member, person, customer, visitor, identity
employee, leaver, staff, colleague, worker
offboarding, deprovisioning, removal, removed, leaver, former, left company, terminated
provisioning, onboarding, scim, directory sync, group sync, invite
directory, ldap, active directory, group, membership
device, computer, laptop, machine, phone, browser
trusted, remembered, registered, known, enrolled
impersonation, service account, shared account, robot account, system user
audit, audit log, audit trail, accountability, who did, attribution, actor, evidence
compliance, soc2, gdpr, hipaa, iso, regulator, auditor, policy, regulation, legal
privacy, personal data, pii, gdpr, anonymise, redact, masking
secret, credential, api key, private key, password, token, key material
leak, leaked, exposed, published, disclosed, spilled, committed by accident, public
detection, scanner, scanning, scan, notice, discover, found, caught
vulnerability, cve, advisory, security hole, exploit, weakness, finding, security issue
false positive, false alarm, noise, unreachable, irrelevant, never called, never executed, harmless
dependency, package, library, module, third party code, component
certificate, cert, tls, ssl, https, x509, acme, pki
expired, outdated, lapsed, invalid, no longer valid, no longer accepted, ran out
encryption, encrypt, cipher, kms, encrypted
attack, attacker, hacker, intruder, abuse, malicious, stranger
sbom, bill of materials, inventory, supply chain
sanitize, escape, injection, xss, sql injection, untrusted input
captcha, bot protection, abuse protection
`;

/** Building, testing and delivering. One group a line: words that a searcher may use one for the other. */
const BUILD = `
ci, continuous integration, pipeline, workflow, github actions, gitlab ci, jenkins, build server
runner, build machine, agent, worker, executor, build host
build, compile, compilation, rebuild, make, bundle
cache, cached, caching, layer cache, reuse, memoize, build cache
cache miss, rebuilt, from scratch, not reused, never cached, reruns, recomputed, cold
stale, outdated, old, obsolete, out of date, previous, not updated, expired content
docker, container, image, oci, podman, dockerfile, container image
layer, copy step, instruction, image layer
artifact, output, build output, package, binary, release file
job, step, task, stage, action
required check, status check, mandatory status, required status, branch protection, mandatory, merge gate
pending, waiting, never reports, hangs, stuck, expected, blocked, not triggered
merge, merged, merging, combine, land, integrate branch
conflict, clash, merge conflict, collision, rebase
branch, fork, trunk, main, feature branch
commit, push, check in, change, revision
pull request, pr, merge request, mr, change request, review
lockfile, lock file, package lock, yarn lock, dependency file, pnpm lock
monorepo, workspace, multi package repository, large repository, workspaces
path filter, affected, changed files, only changed, skip unchanged, selective
locally, on laptop, local run, on my machine, without pushing, dry run, try out
disk full, out of storage, no space left, disk space, storage full, enospc, fills up
cleanup, clean, prune, garbage, purge, tidy, abandoned, left behind, orphaned, leftover, nobody deletes
test, spec, check, suite, test case
flaky, flakiness, intermittent, sporadic, random failure, nondeterministic, unstable, sometimes fails
order dependent, test order, depends on order, shared state, state leak, pollution, together, full run, whole suite
alone, isolated, by itself, single test, in isolation, separately
mock, stub, fake, test double, simulated, recorded response
drift, out of date, diverged, out of sync, differs, no longer matches
coverage, code coverage, covered lines, lines covered, coverage report
parallel, concurrently, sharded, several processes, multiple workers, split, multi process
screenshot, pixel, visual, image comparison, visual regression, snapshot, picture
snapshot, golden file, baseline, reference, approved
end to end, e2e, browser test, ui test, integration test
unit test, unit tests, component test
fixture, test data, sample data, seed data, factory
assertion, expectation, expect, matcher
contract test, pact, schema check, api contract
breaking change, incompatible, renamed field, removed field, backwards compatibility, regression
release, deploy, ship, rollout, publish, delivery
version, release number, tag, semver, upgrade
typescript, types, type check, typing, tsserver, type error
lint, linter, eslint, formatter, prettier, style check, formatting
package manager, npm, yarn, pnpm, pip, cargo, maven, gradle
install, installation, setup, bootstrap, download dependencies
secret scanning, push protection, gitleaks, credential scanner
git lfs, large file, binary file, pointer file, big files
`;

/** Infrastructure, data and traffic. One group a line: words that a searcher may use one for the other. */
const PLATFORM = `
kubernetes, k8s, cluster, eks, gke, aks, openshift, kubectl, helm, pod
pod, container, replica, instance, workload
terminate, shutdown, sigterm, graceful, drain, stopped, killed, evicted, shut down, end
ready, readiness, healthy, startup, health check, warm, warmup, started
rollout, deployment, rolling update, release, deploy, upgrade
rollback, revert, undo, back out, downgrade
preview, preview environment, review app, ephemeral, staging, temporary environment, environment
terraform, infrastructure as code, iac, opentofu, pulumi, cloudformation, provisioning
drift, manual change, changed by hand, console change, out of band, edited manually, click ops
plan, diff, changes, preview of changes, dry run
cost, bill, charge, invoice, expense, price, spend, money, expensive, fee, paying
network, traffic, transfer, bandwidth, egress, data transfer
zone, availability zone, region, datacenter, az, cross zone
nat, gateway, nat gateway, router, vpc
load balancer, ingress, proxy, nginx, envoy, gateway, reverse proxy
dns, domain, name resolution, hostname, resolver
serverless, lambda, function, faas, cloud function, edge function
cold start, startup latency, warmup, first request
autoscaling, scale, scaling, hpa, scale out, burst capacity
memory, ram, heap, oom, out of memory, memory usage
cpu, processor, load, throttling, compute
database, db, postgres, postgresql, mysql, sql, rdbms, data store, datastore
query, sql statement, select, lookup
schema, table definition, ddl, column, structure
migration, schema change, alter table, migrate, schema migration
lock, locked, locking, blocked, waiting, freeze, frozen, hangs
deadlock, lock contention, lock timeout, waits forever
replica, follower, standby, secondary, read replica, slave
primary, leader, master, writer
replication lag, stale read, outdated data, eventual consistency, not yet visible, old value, read your own write
failover, promotion, switchover, takeover, disaster
data loss, lost write, lost data, vanished, gone, disappeared, missing rows, lost
backup, restore, snapshot, recovery, dump
connection, session, socket, client connection, handle
connection pool, pool, pooling, pgbouncer, pooler
exhausted, too many, used up, limit reached, more than allowed, maxed out, run out, overflow
dead connection, stale socket, reset, closed connection, econnreset, broken pipe, idle
transaction, commit, atomic, unit of work
index, indexing, full scan, key
nosql, mongodb, document store, dynamodb, cassandra
redis, memcached, in memory store, key value
storage, bucket, s3, blob, object storage, disk, volume
queue, message queue, kafka, rabbitmq, sqs, broker, topic, message bus, event bus
consumer, subscriber, worker, listener, receiver
producer, publisher, sender, emitter
batch, bulk, mass, en bloc
export, download, dump, extract, data extraction
import, load, ingest, upload
sync, synchronise, mirror, replicate, keep up to date
cron, scheduled job, scheduler, nightly, timer
api, endpoint, interface, rest, service, http api
webhook, callback, notification, event delivery, push event, hook
twice, duplicate, duplicated, several times, multiple times, repeated, again, double, more than once
lost, missing, never arrives, dropped, swallowed, not delivered, vanished
idempotent, idempotency, deduplicate, dedupe, exactly once
retry, retries, redelivery, try again, backoff, resend
rate limit, throttle, throttled, throttling, 429, too many requests, quota, limit
retry after, how long to wait, wait time, pause, cooldown, back off
pagination, page, paging, cursor, offset, next page, listing
cursor, position, continuation token, page token, bookmark, position token
skip, skipped, omitted, left out, missing, gap
graphql, query language, apollo, resolver
grpc, protobuf, rpc, remote procedure call
sdk, client library, client, library, wrapper
documentation, docs, manual, guide, tutorial, readme, reference, quickstart
example, snippet, sample, code sample, demo
undocumented, not documented, opaque, hidden, without being told, unclear, nowhere written
payment, checkout, billing, stripe, purchase, charge
websocket, socket, realtime, live connection, sse
timeout, timed out, deadline exceeded, takes too long, expired wait
`;

/** Screens, seeing what happens, language models and everyday work. One group a line: words that a searcher may use one for the other. */
const PRODUCT = `
frontend, ui, user interface, client side, web app, gui
backend, server, server side, service
browser, chrome, safari, firefox, webview
page, screen, view, site, web page
component, widget, element, control
render, rendering, draw, paint, display, show
hydration, server rendering, ssr, server rendered, markup mismatch, prerender
mismatch, does not match, differ, disagree, not agree, inconsistent, different
click, tap, press, touch, interaction
early click, unresponsive, dead button, not interactive yet, ignored input, nothing happens
keyboard, on screen keyboard, soft keyboard, virtual keyboard, ime, typing area
cover, hide, overlap, obscure, behind, underneath, hidden
field, input, form, text box, form field
mobile, phone, smartphone, ios, android, small screen, tablet
gap, blank, white space, empty area, empty band, padding
table, grid, data grid, spreadsheet, rows
accessibility, a11y, screen reader, blind, disabled, wcag, assistive, aria
mouse, pointer, without a mouse, keyboard only
list, results, catalogue, overview, search results
scroll, scroll position, scrolled, position
filter, facet, sort order, selection, refine
back, back button, return, go back, navigate back, history
shopper, customer, visitor, buyer, end user, user
dark mode, theme, color scheme, night mode
layout, css, style, styling, alignment
flicker, flash, blink, jump, layout shift
translation, locale, language, i18n, localisation, internationalisation
drag, drag and drop, reorder
modal, dialog, popup, overlay, bottom sheet
dropdown, select, combobox, picker, menu
chart, graph, plot, diagram, dashboard
trace, tracing, distributed tracing, span, opentelemetry, request path, follow request
log, logs, logging, log line, journal
metric, metrics, measurement, prometheus, time series, counter
label, tag, dimension, attribute, cardinality
explode, blow up, grows without bound, millions of series, too many series, high cardinality
alert, alarm, page, pager, pagerduty, notification, on call, alerting, warning
noise, false alarm, for nothing, nothing wrong, spurious, false positive, cry wolf
silent, quiet, no alert, did not fire, no alarm, unnoticed, without notice
on call, pager duty, rota, night shift, standby engineer
exhausted, burnt out, tired, fatigue, overwhelmed
outage, downtime, down, unavailable, incident, offline, breakdown
monitoring, observability, telemetry, dashboards, supervision
stack trace, backtrace, crash location, crash report, traceback, stack frame
minified, compressed, obfuscated, bundled, uglified, unreadable
source map, symbol, symbolication, debug symbol, deobfuscation
debugger, debug, breakpoint, step through, inspect
profiler, profiling, flame graph, performance analysis
crash, segfault, panic, abort, dies, core dump, exits unexpectedly, killed
error, exception, failure, fault, fails, failed, throws, bug, defect
hang, freeze, stuck, frozen, unresponsive, not responding, blocked, stall
slow, slowness, latency, lag, lags, laggy, sluggish, performance, takes long, takes forever, takes ages, delay, duration
leak, memory leak, grows, never freed
wrong, incorrect, false, inaccurate, bad, mistaken
missing, absent, not there, lacking, no, without
broken, does not work, defective, not working, fails, out of order
annoying, frustrating, painful, tedious, irritating, nuisance
waste, lose time, hours lost, time sink, costs time
manual, by hand, hand made, manually, hand edited
again and again, repeatedly, loop, endless, cycle, over and over, infinite, same again
stops, ends, halts, gives up, quits, aborts, interrupted
abort, cancel, interrupted, breaks off, terminated, cut off
promise, announce, says it will, claims, pretends
llm, language model, chatbot, ai model, gpt, chatgpt, claude, gemini, large language model
ai, artificial intelligence, machine learning, ml, assistant, copilot
agent, ai agent, bot, assistant, autonomous agent
tool call, function call, action, tool use, invoke, execute tool
hallucination, invented, fabricated, made up, makes up, confabulate, imaginary, fabricates
structured output, json, json mode, schema, typed output, form
invalid json, malformed, not parseable, syntax error, parse error, unparseable
conversation, chat, dialogue, thread, history, messages
forgets, forgotten, loses memory, does not remember, amnesia, ignores earlier
context window, context length, token limit, window
full price, resend, sending again, complete history, every turn, whole conversation
prompt, instruction, system prompt, request text
retrieval, rag, vector search, semantic search, embedding, knowledge base
evaluation, eval, benchmark, quality measure
document, pdf, invoice, file, scan
money, dollars, bill, cost, budget, spend
editor, ide, vscode, vs code, intellij, code editor
autocomplete, completion, intellisense, code completion, suggestion
red squiggle, stale error, false error, diagnostics, underline
restart, reload, reboot, start again
settings, configuration, config, options, preferences
terminal, shell, console, command line, cli
windows, wsl, powershell
container dev environment, devcontainer, dev container, codespace, remote environment
onboarding, getting started, first steps, newcomer, beginner, new hire
upgrade, update, migration, new version, bump
search, find, lookup, discover
email, mail, newsletter, message
file, document, attachment, upload
delete, remove, erase, drop, purge
save, store, persist, write, keep, saving
share, send, publish, post
permission prompt, consent, dialog, ask again
team, developers, engineers, programmers, devs, people
large, huge, big, very large, giant, massive
`;

/** Groups of words and phrases that developers use for the same thing. */
export const SYNONYM_GROUPS: readonly (readonly string[])[] = [ACCESS, BUILD, PLATFORM, PRODUCT]
  .flatMap((groups) => groups.trim().split('\n'))
  .map((group) => group.split(',').map((member) => member.trim()));
