import type { Pain } from '../parts/pain.ts';

export const databaseStorage: Pain[] = [
  {
    id: 'migration-takes-table-lock-and-blocks-the-app',
    area: 'DATABASE_STORAGE',
    painType: 'bug',
    life: { kind: 'steady', perWeek: 1.8, phase: 9.0 },
    near: ['migration-waits-for-lock-and-never-runs'],
    projects: [
      'riverslate/ledgerbase',
      'mapleorm/mapleorm',
      'thornbury/migrato',
      'gullwing/shelfdb',
      'mapleorm/maple-cli',
    ],
    tellings: [
      {
        title: 'Migration locks the table and blocks the app',
        text: 'Adding a column with a volatile default rewrites all 80 million rows while holding ACCESS EXCLUSIVE. Every select against orders queued up behind it.',
      },
      {
        title: 'Migration locks the table, app down for {minutes} minutes',
        text: "Writes to the table stand still until the build is done. The tool knows it's Postgres, it could do the right thing or at least warn.",
      },
      {
        title: 'Migration locks the whole table in production',
        text: 'It validates every existing row and in the meantime neither side can be written to. Learned about NOT VALID from the postmortem.',
      },
      {
        title: 'Migration locks table and blocks all writes',
        text: 'it did. on mysql 8 it chose COPY without telling me, an hour with no inserts on our largest table',
      },
      {
        title: 'Migration that adds a column locks the table',
        text: "Postgres reads the full table before it lets anybody back in. On staging with its few thousand rows that's instant, in production it was our longest outage this year.",
      },
      {
        title: 'Migration that creates an index locks the table',
        text: "First statement is trivial, the fifth backfills. The tiny first one's lock is held throughout the backfill, no one can use `users` in the meantime.",
      },
      {
        title: 'Migration that adds a foreign key locks the table',
        text: "Upgrade notes of {version} say it's fast now. It isn't for a function default. API returned 504s from start to finish of the release step.",
      },
      {
        title: 'Migration locks the table, all queries wait',
        text: 'One statement, 12 million rows, and each checkout that touches one of those waits for COMMIT. Deadlocks in the log for dessert.',
      },
      {
        title: 'Schema migration locks the table and takes the site down',
        text: 'old pods query the former name, new ones the new name, and for the duration of the DDL neither gets an answer',
      },
      {
        title: 'Migration locks a large table for minutes',
        text: 'Disk space nicely reclaimed, shop unreachable for {minutes} minutes meanwhile. It needs the table all for itself, we know that now.',
      },
      {
        title: 'Migration locks the table and blocks the app since {version}',
        text: '{project} hides this behind one cheerful line in a migration file. Behind the scenes: new type, ALTER COLUMN ... USING, full exclusive lock on the busiest table we own.',
      },
      {
        title: 'How to run a migration that does not lock the table?',
        text: 'The schema diff generator emits statements that are fine on an empty dev database and lethal on a big one. By the time our dashboards turned red, all {n} connections were stuck behind a single ALTER.',
      },
      {
        title: 'Migration with a default value locks the table',
        text: 'docs: "ALGORITHM=INPLACE supported". reality: LOCK=SHARED, so writers hang. A customer-facing form that saves for 25 minutes is not what I call in place',
      },
      {
        title: 'Migration locks the table and blocks the app',
        text: "strong_migrations would've caught it, yes. ActiveRecord itself just went ahead, and for {minutes} minutes the only process doing anything with `events` was the migration.",
      },
      {
        title: 'Migration locks the table, app down for {minutes} minutes',
        text: 'create new, copy, drop, rename. The batch mode of the tool does it for each altered column, and every other writer gets "database is locked" till it\'s through.',
      },
    ],
    settings: [
      'The table has 80 million rows and gets 600 writes a second.',
      'Migrations are executed automatically as the first step of each deploy.',
      "We use the ORM's generated SQL as it is, nobody reads it.",
      'Staging has one percent of the data, so every ALTER looks instant there.',
      "It's Postgres 14 on a managed instance, we can't touch its files.",
      'All steps of a release run inside one transaction.',
      'There is no maintenance window, customers are in every time zone.',
    ],
    attempts: [
      'Splitting it into add column, backfill in batches and set default works, with three releases for a field.',
      "CREATE INDEX CONCURRENTLY can't be used in the transaction that the tool insists on.",
      'We went for an online schema change tool, and its triggers doubled the write latency while copying.',
      'Killing the ALTER halfway gave us a rollback that took just as long as it had been running.',
      'I put NOT VALID and VALIDATE in by hand, the next autogenerate wanted to undo it.',
      'Running it at 4 in the morning still blocked the night jobs for half an hour.',
    ],
    effects: [
      'All checkouts failed for as long as the ALTER held its lock.',
      'We announce downtime for something as small as a new column.',
      'Developers avoid schema changes and put everything into a JSON blob instead.',
      'The health check failed, Kubernetes restarted all pods, and those queued up on the locked table too.',
      'Deploys that contain a migration need the one person who reads DDL.',
      'A payment provider gave up its webhooks after 20 minutes of blocked inserts.',
    ],
    code: [
      `ALTER TABLE orders ADD COLUMN public_id uuid NOT NULL DEFAULT gen_random_uuid();
-- 00:23:41, AccessExclusiveLock, 380 sessions waiting on it`,
    ],
  },
  {
    id: 'migration-waits-for-lock-and-never-runs',
    area: 'DATABASE_STORAGE',
    painType: 'question',
    life: { kind: 'emerging', perWeek: 1.05, phase: 8.74 },
    near: ['migration-takes-table-lock-and-blocks-the-app'],
    projects: ['thornbury/migrato', 'mapleorm/maple-cli', 'riverslate/ledgerbase', 'gullwing/shelfdb'],
    tellings: [
      {
        title: 'Migration waits for a lock and never runs',
        text: "There's an idle-in-transaction session from a notebook which has been open since yesterday. ALTER waits for it. What's the usual way to deal with this, shoot the session?",
      },
      {
        title: 'Migration hangs waiting for a lock',
        text: "lock_timeout is 5s so that we don't harm anyone, and the table is never free for that moment. How do others get DDL through on a busy table?",
      },
      {
        title: 'Deploy hangs because migration cannot get its lock',
        text: 'It\'s been "waiting" for {minutes} minutes, hasn\'t done a thing yet. pg_stat_activity shows {n} sessions, none of which looks guilty.',
      },
      {
        title: 'Migration fails with lock timeout every time',
        text: "A previous deploy was killed and its backend still holds the tool's own lock via pgbouncer. Now no release can go ahead. Can it be released from outside?",
      },
      {
        title: 'How to find what blocks my migration from getting the lock?',
        text: 'my trivial add column sits in "Waiting for table metadata lock". there\'s a long report running against that table. do i have to wait for the report?? it takes 6h',
      },
      {
        title: 'Migration waiting for lock held by an idle transaction',
        text: "Ordinary autovacuum gives way, this one doesn't. Our release has been postponed twice. Is there an option besides waiting it out?",
      },
      {
        title: 'ALTER TABLE waits forever for a lock',
        text: "{project} tries once, fails, and marks the version as dirty. I'd need: try for 2s, back off, try again, fifty times.",
      },
      {
        title: 'Migration never starts, waits for lock',
        text: 'Dump holds ACCESS SHARE on everything for four hours. Whatever is merged in the evening is rolled out only next morning. What do you do, exclude, pause, replica?',
      },
      {
        title: 'Migration stuck waiting for lock behind a long query',
        text: "not because it's slow. it doesn't get to begin. some cursor held by the BI tool since {n} hours",
      },
      {
        title: 'lock timeout: migration never gets the lock',
        text: 'Phase two waits for any old snapshot in the database, even of sessions on quite different tables. It has sat there since noon doing nothing. Normal?',
      },
      {
        title: 'Migration cannot acquire lock on a busy table',
        text: 'Orphaned two-phase commit from a dead app server holds the relation. Doesn\'t even appear among the active sessions. How was I supposed to find that, hours of "lock not granted" later?',
      },
      {
        title: 'Migration lock timeout on every attempt since {version}',
        text: '{version} gave up waiting for the lock, half of the files are recorded, and now it refuses to go forward or back. Do I edit schema_migrations by hand?',
      },
      {
        title: 'Migration waits for a lock and never runs',
        text: "We've got long batch jobs with hour-long transactions. With those running, our schema update starves. Without lock_timeout it'd stand in line and stall others as well, so it always loses.",
      },
    ],
    settings: [
      'Analysts query the primary directly from notebooks and leave transactions open.',
      'lock_timeout for the migration role is five seconds, retries none.',
      'Batch jobs hold a transaction open for up to two hours.',
      'Migrations go through a transaction pooler, as all else does.',
      'A logical dump runs from eight in the evening to midnight.',
      'The release pipeline gives the migration step ten minutes and then reports failure.',
    ],
    attempts: [
      'Terminating the blocking session by hand works and makes the analysts furious.',
      "Raising lock_timeout means that others queue behind my waiting ALTER, so that's out.",
      'I wrote a loop that tries for two seconds and sleeps ten, and it got through at the 37th go.',
      'idle_in_transaction_session_timeout catches forgotten notebooks but not the active reports.',
      'pg_blocking_pids shows a pooler connection, behind which could be anybody.',
      'Restarting the pooler let go of the stuck advisory lock, along with all users.',
    ],
    effects: [
      'Four releases in a row failed at the migration step without it ever having started.',
      "Features are merged and can't go live since their column doesn't exist yet.",
      'The release manager stays late to catch a minute when nothing holds the table.',
      'Our pipeline shows a timeout and no hint about who was in the way.',
      "We have a list of eleven schema changes waiting for a quiet moment that doesn't come.",
      'Someone killed the wrong session and with it the monthly closing.',
    ],
    code: [
      `SELECT pid, wait_event_type, left(query, 40) FROM pg_stat_activity WHERE wait_event = 'relation';
 4471 | Lock | ALTER TABLE invoices ADD COLUMN region
-- blocked by 1203: idle in transaction, xact_start 2 days ago`,
    ],
  },
  {
    id: 'read-from-replica-misses-own-write',
    area: 'DATABASE_STORAGE',
    painType: 'question',
    life: { kind: 'emerging', perWeek: 1.7, phase: 3.11 },
    near: ['acknowledged-writes-lost-after-failover'],
    projects: ['riverslate/ledgerbase', 'gullwing/shelfdb', 'mapleorm/mapleorm', 'kestrelpoint/splitroute'],
    tellings: [
      {
        title: "Read from replica misses the user's own write",
        text: "INSERT goes to the primary, the following GET to a replica that is 300 ms behind. Refresh a second later and it's there. How do people solve this without sending everything to the primary?",
      },
      {
        title: 'User saves and sees the old value from the replica',
        text: "{project} routes selects to followers straight after a commit in the very same request. Is there a sticky mode I'm missing?",
      },
      {
        title: 'Replica lag: own write not visible after save',
        text: "POST creates it and returns an id, GET by this id says not found for half a second, then it's fine. Clients of our API think we're broken. What's the accepted pattern?",
      },
      {
        title: 'Read after write returns old data from replica',
        text: 'works on my machine (one db). in prod the redirect after the form is faster than replication. sleep(1)?? surely not',
      },
      {
        title: 'How to read your own writes with a replica?',
        text: "I've read that one can remember pg_current_wal_lsn() after the write and make the reader wait until it has replayed to it. Does anybody do that in anger, and what does it cost?",
      },
      {
        title: 'Own write missing when reading from a replica',
        text: 'Enqueued on commit, the worker reads from the follower and gets nil, retries, second time okay. {percent}% of our job errors are like that.',
      },
      {
        title: '404 after create because the replica lags',
        text: "During the nightly import it's {minutes} minutes. Customers upload a picture and see the previous one until then. Afterwards all is as it ought to be.",
      },
      {
        title: 'Stale read from replica right after a write',
        text: 'The delayed read gets cached for an hour, so a 200 ms delay becomes a 60 minute one. Any way to mark a result as possibly stale?',
      },
      {
        title: 'Replica read misses the row just written',
        text: "Admin removes someone, the check is run against a lagging copy, and they're in for another few seconds. Are authorisation queries supposed to be pinned to the leader?",
      },
      {
        title: 'Reads from replica do not see own writes',
        text: 'and then the mobile app does the write and the browser does the read. How do you do causal consistency between devices of the same user?',
      },
      {
        title: 'Read-your-own-writes with replica lag',
        text: '"SELECT ... not found, so INSERT" and the SELECT is from the past. We get unique violations, or duplicates where there\'s no constraint. Better idea than routing by hand?',
      },
      {
        title: 'Old value after save, read goes to a lagging replica',
        text: 'Tried it: commits go from 2 to 11 ms. But then at least what one has just written is visible on all nodes. What do you people pick?',
      },
    ],
    settings: [
      'One primary and three asynchronous followers, all in the same region.',
      'A proxy sends everything that starts with SELECT to a follower.',
      'Typical lag is 80 ms, at the nightly import it climbs to minutes.',
      'The front end fetches the list directly after the save has come back.',
      'Web and mobile clients of the same user hit different followers.',
      'Jobs are enqueued in an after-commit hook and picked up within 20 ms.',
    ],
    attempts: [
      'Pinning a user to the primary for five seconds after a write fixes the browser, not the second device.',
      'We sleep 500 ms before the redirect and I am not proud.',
      'Sending all reads of the account pages to the primary brought its load back to where we started.',
      'remote_apply makes it right and commits five times slower.',
      "I pass the LSN along in a header, and the proxy can't make use of it.",
      'Returning the saved object from the POST hides it until the user presses F5.',
      'Lag-aware routing drops the follower at 2 seconds, whereas 200 ms is enough to hurt.',
    ],
    effects: [
      'Users press save twice since the first one seems not to have worked, and we get duplicates.',
      'Support has a macro that says "please refresh in a moment".',
      'A removed colleague could still open a document for a few seconds.',
      'Integration partners poll right after creating and file bugs about a 404 that goes away.',
      'Retried jobs make up most of our error tracker, and each of them succeeds the second time.',
      'The followers cost as much as the primary and we route around them more and more.',
    ],
    code: [
      `await db.primary.insert(comment);          // committed
const list = await db.replica.select(...); // 40 ms later: comment missing
// 1 s later: there`,
    ],
  },
  {
    id: 'acknowledged-writes-lost-after-failover',
    area: 'DATABASE_STORAGE',
    painType: 'bug',
    life: { kind: 'bursting', perWeek: 2, phase: 7.35 },
    near: ['read-from-replica-misses-own-write'],
    projects: ['kestrelpoint/splitroute', 'riverslate/ledgerbase', 'gullwing/shelfdb', 'kestrelpoint/wardpost'],
    tellings: [
      {
        title: 'Acknowledged writes lost after failover',
        text: "The primary's host died, failover took 20 seconds, well done. Then we noticed that the last {n} orders, all confirmed to the customers, don't exist any longer.",
      },
      {
        title: 'Committed rows gone after replica was promoted',
        text: 'COMMIT returned OK. The standby was 4 seconds behind at the time. Those four seconds are history, and the docs have it in a footnote.',
      },
      {
        title: 'Failover loses committed writes',
        text: "pg_rewind discards the diverged WAL without a trace. Please at least dump what's being thrown away, so one could put it back by hand!",
      },
      {
        title: 'Writes lost after failover to the replica',
        text: "sequence continued from an older value on the new primary. two customers now have invoice 48213. one of those invoices we can't find anymore, only its email",
      },
      {
        title: 'Committed transactions lost in failover',
        text: 'There were two candidates: 50 ms and 3 minutes behind. {project} {version} elected the second. Everything written in these three minutes has vanished permanently.',
      },
      {
        title: 'Failover lost the last {n} orders',
        text: "WAIT isn't used by the client, min-replicas-to-write is 0 as shipped. We lost {n} session entries and, worse, the dedupe keys of payments.",
      },
      {
        title: 'Acknowledged writes disappear after a failover',
        text: "Fencing didn't work, so half of the app wrote to the old node. After the merge (= wiping the old one) that half's data is nowhere.",
      },
      {
        title: 'Data loss after failover, commits were acknowledged',
        text: 'Default write concern acknowledges when one node has it. That node burned. w:majority by default would have saved our Sunday',
      },
      {
        title: 'Failover drops writes that were not replicated',
        text: 'Outbox event went out to Kafka right after commit. Then came the promotion. Consumers now know of entities our database has never heard of.',
      },
      {
        title: 'Lost writes after automatic failover',
        text: 'The sync partner had been disconnected since a network blip, the cluster manager relaxed the mode on its own "to stay available", and no alarm told us till a failover ate the tail.',
      },
      {
        title: 'Failover to standby loses acknowledged commits',
        text: "This wasn't a crash. We pressed the maintenance button! The old primary took commits until the last moment and the successor was promoted without waiting to catch up.",
      },
      {
        title: 'Writes missing after failover in {version}',
        text: "A file rollback/*.bson was left in the data folder, that's where our documents went. No exception, no metric, clients had got their ack.",
      },
      {
        title: 'Old primary rewound after failover, writes lost',
        text: 'Support confirmed an RPO of "typically under 5 s". Our writes in these five seconds had been promised to users as saved.',
      },
    ],
    settings: [
      'One primary, two asynchronous standbys and a cluster manager that promotes on its own.',
      'The failover happened at peak, with about 400 commits a second.',
      'synchronous_commit is on, though synchronous_standby_names turned out to be empty.',
      'Redis holds payment dedupe keys, with sentinel on three nodes.',
      "Write concern is whatever the driver's default is.",
      'The failed host came back after ten minutes and was rewound automatically.',
      'An outbox table feeds Kafka within milliseconds of the commit.',
    ],
    attempts: [
      "We searched the old host's WAL with pg_waldump before it was overwritten and got back a third.",
      'Synchronous mode with one standby stops all writes as soon as that standby is gone.',
      'Limiting maximum_lag_on_failover means that sometimes nobody is promoted.',
      'I compared confirmation mails with rows to find out which orders were lost.',
      'Setting w to majority costs 6 ms a write, we have it now on the payments collection only.',
      'A fencing script by IPMI worked in the drill and not on the night.',
      'Restoring from backup would have lost even more than the promotion did.',
    ],
    effects: [
      '312 customers hold a confirmation for an order that no longer exists.',
      'Payments were taken twice because the dedupe keys died with the old leader.',
      'Two different invoices carry the same number and the tax office has one of them.',
      'Other services refer to ids which our database has since given to someone else.',
      'We switched automatic failover off and wake up a human instead.',
      'Nobody could say how much was gone, and that was the worst part of the night.',
    ],
    code: [
      `LOG:  selected new timeline ID: 8
LOG:  invalid record length; last completed transaction was at log time 02:14:31
-- last order confirmed by mail: 02:14:36`,
    ],
  },
  {
    id: 'pool-exhausted-by-serverless-functions',
    area: 'DATABASE_STORAGE',
    painType: 'complaint',
    life: { kind: 'surging', perWeek: 7.5, phase: 2 },
    near: ['pool-hands-out-dead-connections'],
    projects: [
      'mapleorm/mapleorm',
      'tidewrack/poolside',
      'tidewrack/poolside-js',
      'riverslate/ledgerbase',
      'quillandkey/functionary',
    ],
    tellings: [
      {
        title: 'Serverless functions exhaust the database connection pool',
        text: 'Each lambda instance brings its own pool, a traffic peak brings {n} instances, and a Postgres with 100 slots says goodnight. Every framework tutorial conveniently stops before this chapter.',
      },
      {
        title: 'Connection pool exhausted by serverless functions',
        text: "Pool size 1 per function and we still run out, because a thousand concurrent invocations are a thousand connections. What's the point of scaling compute to infinity in front of something with a hard ceiling?",
      },
      {
        title: 'Serverless functions exhaust database connections at peak',
        text: "again. at peak. i can't even get in with psql to look at what is going on",
      },
      {
        title: 'Too many database connections from serverless functions',
        text: 'The default is number of cores times two plus one. In a container that sees 0.5 cores. Who tests this stuff.',
      },
      {
        title: 'Database connections exhausted by lambda serverless functions',
        text: 'After an hour of editing my local database refuses me. The workaround with globalThis has been copied into every repo on earth, it belongs in {project}.',
      },
      {
        title: 'Serverless functions open too many database connections',
        text: 'Runtime freezes after the response, the idle timer freezes with it, so nothing ever closes. We saw ninety open sessions for 4 requests a second.',
      },
      {
        title: 'Connection pool exhausted by serverless functions since {version}',
        text: 'Transaction mode, they said. Then come "prepared statement s0 already exists", SET that leaks to others and LISTEN that doesn\'t listen. One problem sold, three bought.',
      },
      {
        title: 'Each serverless function opens its own database connections',
        text: '14 services x 6 replicas x 20. Nobody did the multiplication until the day autoscaling did. max_connections is at 800 and most of them idle.',
      },
      {
        title: 'Serverless functions exhaust all Postgres connections',
        text: 'Each branch build connects to the shared database with a full pool at compile time. Static page generation with 32 workers, ouch.',
      },
      {
        title: 'How to keep serverless functions from exhausting connections?',
        text: 'acquireTimeout 10s. Under load, {percent}% of requests spend those ten seconds in line and then fail having done no work. Bigger pools only move the fight into the database.',
      },
      {
        title: 'Database connection pool exhausted by serverless traffic peak',
        text: 'With pool max=10, ten parallel requests each hold one and want one more: deadlock by starvation, all quiet, no error for 30 seconds.',
      },
      {
        title: 'Connections exhausted: too many serverless functions',
        text: "So the vendor sells functions, and then a pooler to make the functions usable with the vendor's database, billed per vCPU hour.",
      },
      {
        title: 'Serverless functions exhaust the database connection pool',
        text: 'If the handler throws before release() it never goes back. Six hours later: empty pool, everything waits. A missing finally, I know, but 0 diagnostics from the library.',
      },
      {
        title: 'Connection pool exhausted by serverless functions',
        text: 'Cold start opens a handful of connections, a hundred cold starts open a few hundred. We doubled the database twice, CPU sits at 6%.',
      },
      {
        title: 'Serverless functions exhaust database connections at peak',
        text: '{n} scheduled functions wake at :00, each grabs what it can, regular visitors get the error page. I stagger them by hand like a railway clerk.',
      },
      {
        title: 'Too many database connections from serverless functions',
        text: 'runs in 200 cities, each wants its very own tcp connection to my one poor postgres in frankfurt',
      },
      {
        title: 'Database connections exhausted by lambda serverless functions',
        text: 'Depending on the page. Either we burn handshakes or we burn slots, and at {percent}% of traffic peak both run out.',
      },
    ],
    settings: [
      'Functions scale to about 900 instances at lunch time.',
      'Postgres has 200 slots on the plan we can afford.',
      'Every instance makes its pool at import time, outside of the handler.',
      'Fourteen services share one database cluster.',
      'Static generation at build time uses all cores and so opens dozens of clients.',
      'We run with transaction pooling in front and an ORM that wants prepared statements.',
      'Half of the sessions are idle according to pg_stat_activity.',
    ],
    attempts: [
      'Pool size one for each function just moves the ceiling to the number of instances.',
      'Raising max_connections to 1000 ate the memory that the cache needed.',
      'A pooler in transaction mode fixed the count, then session settings leaked between tenants.',
      'Capping function concurrency at 100 gives clients a 429 in place of a 500.',
      'Closing the client at the end of each invocation adds 60 ms and saturates the auth of the database.',
      "The HTTP data API has no interactive transactions, so it's out for checkout.",
      'Lowering the idle timeout to one second did nothing for instances that are frozen.',
    ],
    effects: [
      'Every marketing mail takes the shop down for a quarter of an hour.',
      "Admin tools can't connect in the moment when we need them most.",
      'We pay for a database three sizes up, merely to have more slots.',
      'Cron jobs fail at random, as they find no free connection at full hour.',
      'Scaling out makes it worse, so we limit the very thing we moved to serverless for.',
      'One leaky service starves thirteen healthy ones.',
    ],
    code: [
      `Error: timeout exceeded when trying to connect
    at Pool.connect (pool.js:45)
pool: { total: 10, idle: 0, waiting: 214 }`,
      `SELECT count(*), state FROM pg_stat_activity GROUP BY 2;
 187 | idle
   9 | active`,
    ],
  },
  {
    id: 'pool-hands-out-dead-connections',
    area: 'DATABASE_STORAGE',
    painType: 'bug',
    life: { kind: 'steady', perWeek: 2.2, phase: 4.5 },
    near: ['pool-exhausted-by-serverless-functions'],
    projects: [
      'tidewrack/poolside',
      'tidewrack/poolside-js',
      'mapleorm/mapleorm',
      'quillandkey/functionary',
      'gullwing/shelfdb',
    ],
    tellings: [
      {
        title: 'Connection pool hands out dead connections',
        text: 'The pool has plenty of clients, but the firewall dropped them after {minutes} idle minutes and nobody told the pool. Second try works.',
      },
      {
        title: 'Pool returns dead connections after idle time',
        text: "After a failover of the database all {n} pooled connections point at a machine that's gone. Each one has to be tried and to fail before the pool recovers.",
      },
      {
        title: 'First query fails because the pooled connection is dead',
        text: 'validate on borrow, test on return, anything? {project} simply assumes that a socket opened this morning is alive tonight',
      },
      {
        title: 'Dead connections in the pool after database failover',
        text: "It doesn't. It means wait_timeout on MySQL is 600 s and the pool's max lifetime is 1800. Poor defaults on both sides.",
      },
      {
        title: '"Connection terminated unexpectedly" from pooled connection',
        text: "NAT silently forgot the flow. No RST, so the query is sent into the void, and it's up to TCP retransmission to give up, eventually. Pool metrics: all healthy.",
      },
      {
        title: 'Pool does not check for dead connections',
        text: 'Ping passes, the statement right after it fails: the balancer had cut the session in between. Also the ping costs a round trip on each checkout.',
      },
      {
        title: 'ECONNRESET: pool hands out a dead connection',
        text: 'Postgres was down for 8 seconds of patching. Our service went on throwing "terminating connection due to administrator command" from cached clients until we bounced it. It\'s 20 lines of code to evict a broken one, isn\'t it?',
      },
      {
        title: 'Dead connection in pool after firewall timeout',
        text: 'release() without the error argument returns it as good. The next borrower, quite innocent, gets "Client has encountered a connection error and is not queryable".',
      },
      {
        title: 'Idle connections in the pool are dead',
        text: 'minor, but every day: lid open, first request 500, all the ones after OK',
      },
      {
        title: 'Pool keeps dead connections after database restart',
        text: "It quietly closes and both ends believe they're still in touch. Please expose tcp_keepalives_idle in the pool's options, default it to something sane.",
      },
      {
        title: 'Pool should validate connections, many are dead',
        text: "Every 15 minutes a batch of pooled sessions becomes unusable. They're not removed, they're lent out, and {n} users see an error page at quarter past.",
      },
      {
        title: 'Dead pooled connections since {version}',
        text: 'Night worker: idle 23 hours, runs once, dies at its first statement. Opening anew each time is what we do now, so why have a pool in the first place.',
      },
      {
        title: 'Connection pool hands out dead connections',
        text: 'pgbouncer pod was rescheduled, its clients keep file descriptors to an IP which belongs to a different pod today. Error: password authentication failed, of all things.',
      },
    ],
    settings: [
      'Traffic is low at night, so connections idle for hours.',
      'Between app and database sits a balancer that cuts idle flows after 350 seconds.',
      'The database fails over for patches about once a month.',
      "It's a worker that wakes once a day and makes use of a pool created at start.",
      'Credentials are short-lived tokens of fifteen minutes.',
      'min is 10, max is 20 and nothing is ever recycled.',
    ],
    attempts: [
      'Testing each connection on borrow fixes it at the cost of a round trip per query.',
      "Setting max lifetime below the firewall's timeout helped, though the pool checks it only when returning.",
      'TCP keepalive at 60 seconds is not passed on by the driver.',
      "I retry once on ECONNRESET, which isn't safe for an INSERT that may have gone through.",
      'Setting min to zero avoids idle sockets and each morning starts with slow handshakes.',
      'Catching the error and destroying the client works if you find all forty places.',
      'After the last driver update the idle check was there and yet never called.',
    ],
    effects: [
      'The first user each morning gets an error page.',
      'A planned database patch of eight seconds becomes a twenty minute incident until all dead sockets are used up.',
      'Requests hang a quarter of an hour, long after the customer has left.',
      'The nightly export failed on five nights of seven, at its very first statement.',
      'We restart services on a timer, like in 1998.',
      'Health checks stay green, since they happen to get the one connection that is alive.',
    ],
    code: [
      `OperationalError: SSL SYSCALL error: EOF detected
[SQL: SELECT 1]   # connection age 05:58:12, idle 05:58:11`,
      `await sleep(360_000);
await pool.query('select 1'); // Error: Connection terminated unexpectedly
await pool.query('select 1'); // ok`,
    ],
  },
];
