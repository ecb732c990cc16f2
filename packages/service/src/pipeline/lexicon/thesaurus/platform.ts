/** Infrastructure, data and traffic. One group a line: words that a searcher may use one for the other. */
export const PLATFORM = `
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
