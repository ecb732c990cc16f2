import type { Pain } from '../parts/pain.ts';

export const observabilityDebugging: Pain[] = [
  {
    id: 'trace-breaks-at-message-queue',
    area: 'OBSERVABILITY_DEBUGGING',
    painType: 'bug',
    life: { kind: 'steady', perWeek: 2.2, phase: 12.0 },
    near: ['trace-joins-unrelated-requests'],
    projects: [
      'glimmerfen/spanweave',
      'kestrelbrook/beacon-agent',
      'umberlight/tracekeel',
      'glimmerfen/spanweave-kafka',
      'rookhaven/lanternq',
    ],
    tellings: [
      {
        title: 'Trace breaks at the message queue',
        text: 'We publish to Kafka within an HTTP request. The handler on the other side has its own trace id and no parent, so one order shows up as two unconnected traces.',
      },
      {
        title: 'Trace breaks at the Kafka message queue',
        text: 'Looked at the raw record with kcat: the headers contain content-type and nothing else. The instrumentation claims to inject, evidently it does not for the batch API.',
      },
      {
        title: 'Trace breaks at the message queue, consumer starts a new one',
        text: 'While it was a plain REST call we had a single picture from click to database. Now the second half dangles somewhere and I search for it by order number.',
      },
      {
        title: 'Trace breaks between producer and consumer of the message queue',
        text: 'AWSTraceHeader is there, I can see it. Our Lambda consumer begins with a root regardless of it.',
      },
      {
        title: 'Trace context lost at the message queue, trace breaks',
        text: 'Inside executor.submit the current context is empty, so whatever happens in there belongs to no one. I expected the agent to carry it across.',
      },
      {
        title: 'Trace breaks at the message queue since {version}',
        text: "my own fault probably, but the linter doesn't catch it and half of our spans have no parent as a result. {project} could at least warn",
      },
      {
        title: 'Trace breaks at the queue, consumer spans are orphaned',
        text: 'First delivery is linked all right. When it comes round from the DLQ an hour later it has become an anonymous newcomer and the original failure cannot be reached from it.',
      },
      {
        title: 'Trace breaks at the message queue, no traceparent header',
        text: 'The part that took so long was in the worker, which is not in this waterfall at all. What we call end to end stops at enqueue().',
      },
      {
        title: 'Trace breaks when the queue consumer reads a batch of messages',
        text: 'Team A writes x-b3-traceid, team B looks for traceparent. Each is convinced to be correct, and at the boundary the chain snaps.',
      },
      {
        title: 'How to keep the trace from breaking at the message queue?',
        text: 'An event is stored in a table and relayed by a poller. The poller has its own span, the caller is long gone, so everything downstream hangs off "poll outbox".',
      },
      {
        title: 'Trace breaks at the RabbitMQ message queue',
        text: 'Downgrading by one minor gives connected graphs again. In the diff I found that extraction was moved behind a flag that defaults to off.',
      },
      {
        title: 'Trace breaks at the queue when a message is retried',
        text: 'The viewer says "root not received". It is always the asynchronous ones: cron, topic, webhook.',
      },
      {
        title: 'Trace breaks at the message queue',
        text: 'Single tasks are connected, group members mostly, the final callback never. Propagation via task headers appears to be dropped when the chord is unlocked.',
      },
      {
        title: 'Trace breaks at the Kafka message queue',
        text: 'As the second service sees no incoming decision it rolls the dice again at 5%. So even if I stitch ids by hand, for most requests one of the two halves was not kept.',
      },
      {
        title: 'Trace breaks at the message queue, consumer starts a new one',
        text: 'All the synchronous services on the left, all the workers on the right, not one arrow in between. Pretty, and pretty useless.',
      },
    ],
    settings: [
      'Orders go from a Node API through Kafka to four Java workers.',
      'Events are written to an outbox table first and relayed by a poller.',
      'The workers consume in batches of two hundred records.',
      'Half of the services use the auto-instrumentation agent and half a vendor library from 2020.',
      'Failed messages take a detour over a dead letter topic and come back an hour later.',
      'Background jobs run in a thread pool that the framework does not know about.',
      'Each side samples on its own, at five percent.',
    ],
    attempts: [
      'I inject traceparent by hand into the record headers, and the batch listener ignores it.',
      'Wrapping the executor so it copies the context works for the one pool we remembered.',
      'Setting OTEL_PROPAGATORS to tracecontext,b3 on both ends connected two services out of nine.',
      'We attach span links instead of parents, but the viewer has no button to follow them.',
      'Searching by an order id attribute finds both halves if neither was sampled away.',
      'Storing the context in a column of the outbox row does it, for those who remember to fill it.',
      'Turning sampling to a hundred percent for a day doubled the bill and showed just as many orphans.',
    ],
    effects: [
      'Nobody can say where an order spent its nine minutes.',
      'Incident calls begin with someone correlating timestamps in two browser tabs.',
      'Latency reports stop at the enqueue, so our objective looks great while customers wait.',
      'The worker team gets blamed by default as their half of the story is missing.',
      'We pay for tracing and still grep the logs by order number.',
      'Errors in consumers cannot be led back to the tenant who caused them.',
      'The dependency graph we showed to management had two unconnected halves.',
    ],
    code: [
      `POST /orders            trace=4bf92f35  span=00f067aa  -> kafka publish ok
orders-worker process   trace=9d1c07be  span=71a3b0c2  parent=(none)`,
      `$ kcat -C -t orders -o -1 -c 1 -f '%h\\n'
content-type=application/json`,
    ],
  },
  {
    id: 'trace-joins-unrelated-requests',
    area: 'OBSERVABILITY_DEBUGGING',
    painType: 'bug',
    life: { kind: 'bursting', perWeek: 2.2, phase: 8.47 },
    near: ['trace-breaks-at-message-queue'],
    projects: [
      'glimmerfen/spanweave',
      'umberlight/tracekeel',
      'rookhaven/lanternq',
      'kestrelbrook/beacon-agent',
      'glimmerfen/spanweave-kafka',
    ],
    tellings: [
      {
        title: 'Trace contains spans of unrelated requests',
        text: 'I opened one trace and found the requests of three customers in it. The context of the first one is apparently never cleared from the pooled thread.',
      },
      {
        title: 'Trace contains spans of different users',
        text: 'Our consumer loop runs inside the span that was active at startup. Everything it has handled since Tuesday became a child of that one, and the UI dies when you open it.',
      },
      {
        title: 'Trace contains spans of unrelated requests after an async call',
        text: 'MDC is not reset between requests. So if the next one arrives without a header it inherits what was left there, and I read the wrong story for two hours.',
      },
      {
        title: 'Trace contains {n} thousand spans of unrelated requests',
        text: 'poll() returns 200 messages from 200 callers and {project} takes the headers of record zero for the lot. 199 of them are filed under a stranger.',
      },
      {
        title: 'Trace id leaks: trace contains spans of unrelated requests',
        text: 'Queries by later callers show up beneath the request that happened to open the connection. Very confusing waterfall: child begins 40 minutes after its parent has ended.',
      },
      {
        title: 'Trace contains spans of unrelated requests of several customers',
        text: 'I attach a token and the detach runs in another task, so it fails with "was created in a different Context". From then on every coroutine of that worker claims to belong to the first visitor.',
      },
      {
        title: 'Trace contains spans of unrelated requests, context not reset',
        text: 'cron pod generates it once at import time. 86k job runs, all merged into one thing. my bad? the quickstart does exactly this',
      },
      {
        title: 'Wrong trace id: trace contains spans of unrelated requests',
        text: 'We trust incoming traceparent and the proxy in front repeats the same value for everything on that socket. Ten users, one tree.',
      },
      {
        title: 'Trace contains spans of unrelated requests that share an id',
        text: 'enterWith() instead of run() in the middleware, as far as I can tell. Under low load it is fine, with concurrency the store of request A is visible in request B.',
      },
      {
        title: 'Trace contains spans of unrelated requests in {version}',
        text: 'A crawler sends a constant header and all its visits, plus those of whoever copies it, are glued together. Public endpoints ought not to continue what strangers hand in.',
      },
      {
        title: 'Endless trace contains spans of unrelated requests',
        text: 'No single operation takes longer than a second. It is simply that unrelated work keeps being appended to the same one.',
      },
      {
        title: 'Trace contains spans of unrelated requests from the same worker',
        text: 'We expose traces to customers. Since two requests got fused into one we have shown one company the queries of another. This is now a privacy incident.',
      },
      {
        title: 'Why does one trace contain spans of unrelated requests?',
        text: 'Carrier threads are reused, and the scope which was opened on one of them gets closed on another. Result: foreign children in every tenth tree.',
      },
    ],
    settings: [
      'A pool of sixteen threads serves some four hundred requests a second.',
      'The consumer polls up to two hundred records at a time, each from another tenant.',
      'Customers can open the traces of their own requests in our portal.',
      'It shows under concurrency only, one request at a time looks right.',
      'Our public API accepts traceparent from anyone.',
      'The worker is started once inside a bootstrap span and then loops for days.',
    ],
    attempts: [
      'Clearing MDC in a servlet filter helps for HTTP and not for scheduled work.',
      'I replaced enterWith by run in the middleware and the mixing went down but not to zero.',
      'Starting an explicit root per record separates them and costs us the link to the producer.',
      'Dropping the incoming header at the gateway ended the crawler tree, plus every legitimate continuation.',
      'We lowered the pool to one thread to prove it, and indeed no foreign spans appeared.',
      'Limiting a trace to a thousand spans in the collector only hides how much was glued together.',
    ],
    effects: [
      'We blamed the wrong customer for a slow query.',
      'One company has seen statements of another, and our lawyers are involved.',
      'The viewer crashes on a tree with half a million children.',
      'Latency per endpoint is nonsense, since parents last as long as the process.',
      'I no longer believe the trace id in a log line.',
      'Tail sampling keeps everything, as every giant trace contains at least one error.',
    ],
    code: [
      `trace=7c2e91d0  GET /invoices      tenant=alder   12:00:01
trace=7c2e91d0  GET /profile       tenant=birch   12:00:04   <- other user, same thread
trace=7c2e91d0  POST /cart         tenant=cedar   12:00:09`,
      `Token <Token var=<ContextVar name='current_context'>> was created in a different Context`,
    ],
  },
  {
    id: 'alert-fires-though-nothing-is-wrong',
    area: 'OBSERVABILITY_DEBUGGING',
    painType: 'complaint',
    life: { kind: 'fading', perWeek: 1, phase: 9.0 },
    near: ['alert-silent-during-outage'],
    projects: [
      'brackenhill/pagerlark',
      'kestrelbrook/beacon-agent',
      'saffronpeak/metricmill',
      'brackenhill/rulesmith',
      'umberlight/watchkeel',
    ],
    tellings: [
      {
        title: 'Alert fires although nothing is wrong',
        text: 'CPU above 80% for one minute because of a backup. By the time I had the laptop open it was green. No user noticed anything, ever.',
      },
      {
        title: 'False alerts at night wake up on-call',
        text: 'At night there are two requests an hour, so a single bot with a malformed URL makes the ratio explode and pages the on-call. A minimum count should be the default.',
      },
      {
        title: 'Alert fires and resolves itself, nothing was wrong',
        text: 'I counted. Not a single one required that I do anything. The most useful reaction was to acknowledge and turn over.',
      },
      {
        title: 'Too many false alerts',
        text: 'Pods restart, up == 0 for a few seconds, PagerLark goes berserk. A rolling update is not an outage!',
      },
      {
        title: 'Alert fires on a single failed request',
        text: 'Traffic goes down at weekends, as it has done each weekend since the company was founded. The clever model rings me about it.',
      },
      {
        title: 'False alert: CPU above 80% for one minute',
        text: 'threshold 500, value 499, 501, 499, 502. that is 44 notifications in one hour for a line that is basically flat. hysteresis when?',
      },
      {
        title: 'Alerts fire for nothing every week',
        text: 'Node, each pod on it, each probe against each of those pods, plus the SLO burn. All correct in a pedantic sense, together just noise.',
      },
      {
        title: 'False alerts on every deploy',
        text: 'So 800 GB free, growing by 2 GB a day. It has been paging monthly about something due in a year. Percentages are the wrong unit and the stock rules come with nothing else.',
      },
      {
        title: 'Alert fires because of low traffic at night',
        text: 'We mute, then we forget to unmute, then we delete the mute, and get drowned anew. {percent} percent of what we receive is false.',
      },
      {
        title: 'Alert noise: most alerts are false',
        text: 'The collector missed two samples, rate() went odd, and the rule concluded that checkout is gone. Checkout took 300 orders in these minutes.',
      },
      {
        title: 'Flapping alert fires although nothing is wrong',
        text: 'The schedule is local time, the rule is UTC. Twice a year we have a rota of grumpy people because of that.',
      },
      {
        title: '{n} false alerts last week',
        text: 'Nobody asked for KubeCPUOvercommit in a three-node test cluster. Now I am writing exclusions instead of software.',
      },
      {
        title: 'Alert fires during planned maintenance',
        text: 'They are valid for 7 days by design. The check goes critical at 14. Have a guess how often it cries.',
      },
      {
        title: 'Alert fires although nothing is wrong',
        text: 'Honest confession. If it posts three hundred messages a day and none means anything then it is a screensaver.',
      },
    ],
    settings: [
      'Five people share the rota, one week each, nights included.',
      'Nights see two or three requests an hour, so ratios jump.',
      'The rules are those that came bundled with the monitoring chart.',
      'Backups and reindexing run at three in the morning and use the whole CPU.',
      'We deploy about fifteen times a day, with pods restarting each time.',
      'The staging cluster is wired to the same pager as production.',
    ],
    attempts: [
      'Raising the threshold moved the flapping to a different hour.',
      'A for: 10m clause quietens the short spikes, and the deploys take eleven minutes.',
      'I muted the noisy rule during backups, but the backup start drifts.',
      'Grouping by cluster reduces the number of messages, not the number of needless ones.',
      'We moved to burn-rate rules and they burn on two failed requests at night.',
      'The anomaly model was retrained twice and still finds weekends suspicious.',
    ],
    effects: [
      'Two colleagues have asked to be taken off the rota.',
      'People acknowledge from bed without looking any more.',
      'A channel with three hundred false messages a day is read by no one.',
      'I slept four hours this night, for a backup that went well.',
      'New joiners mute their phone in the first week, and I cannot blame them.',
      'We spend the weekly review on deciding which harmless page to ignore next.',
    ],
    code: [
      `[FIRING:1]   HighErrorRate checkout  ratio=1.00 (1/1)  03:12:04
[RESOLVED]   HighErrorRate checkout  ratio=0.00 (0/0)  03:13:04
[FIRING:1]   HighErrorRate checkout  ratio=0.50 (1/2)  03:41:04`,
    ],
  },
  {
    id: 'alert-silent-during-outage',
    area: 'OBSERVABILITY_DEBUGGING',
    painType: 'bug',
    life: { kind: 'returning', perWeek: 2, phase: 3.48 },
    near: ['alert-fires-though-nothing-is-wrong'],
    projects: [
      'brackenhill/rulesmith',
      'saffronpeak/metricmill',
      'umberlight/watchkeel',
      'brackenhill/pagerlark',
      'kestrelbrook/beacon-agent',
    ],
    tellings: [
      {
        title: 'Alert stayed silent and did not fire during an outage',
        text: 'The rule compares an error rate with 5%. With no requests at all there is no rate, the expression returns nothing, and nothing is not greater than 5%.',
      },
      {
        title: 'Alert did not fire during the outage',
        text: 'All dashboards empty, all monitors green. I learnt about it from a tweet. What do we have this for?',
      },
      {
        title: 'Alert did not fire during the outage of checkout',
        text: 'When the exporter dies, its series go stale and the monitor goes back to normal. The one time it had something to report it kept its mouth shut.',
      },
      {
        title: 'Alert did not fire during an outage because there was no data',
        text: 'http_request_duration became http_server_request_duration. No error anywhere, simply a query which will never match again. We noticed {n} days later in the middle of an incident.',
      },
      {
        title: 'Alert did not fire during a {minutes} minute outage',
        text: 'yes i know. but the helm chart does it that way and nobody mentions it. no cluster no page, slept like a baby',
      },
      {
        title: 'Alert did not fire in the outage when metrics were missing',
        text: 'The webhook answered 404 and the sender logged it at debug level. As far as it was concerned the job was done, and on-call never received a thing.',
      },
      {
        title: 'Outage without alert: the alert rule did not fire',
        text: 'Someone muted severity=critical for two hours with a regex that was too wide and then extended it to a year by mistake. The database failed under it.',
      },
      {
        title: 'Alert rule did not fire during an outage without data',
        text: '11 of 12 fine, so the mean is 8% and below the threshold. For a twelfth of our users it was 100 percent, for an entire afternoon.',
      },
      {
        title: 'Alert did not fire during the outage, customers told us',
        text: 'The probe hits /health, that returns a constant. Nothing tripped although each and every login got a 500.',
      },
      {
        title: 'Alert did not fire during an outage since {version}',
        text: 'A minor node warning was firing and inhibits everything with the same label, which included "payments unavailable". Took down the messenger, so to say.',
      },
      {
        title: 'Alert did not fire when the exporter went down in the outage',
        text: '"many-to-many matching not allowed" in the server log, no sign of it anywhere else. That rule has been broken for {n} days and would not have gone off for anything.',
      },
      {
        title: 'Why did the alert not fire during the outage?',
        text: 'Is there an accepted way of testing that a page would really arrive? We discovered that ours did not, at the worst conceivable moment.',
      },
      {
        title: 'Alert stayed silent and did not fire during an outage',
        text: 'It went down for fourteen, came up for one, went down again, all night. The pending timer started from the beginning each time and never got to the end.',
      },
    ],
    settings: [
      'Alerting runs on the very cluster it is meant to watch.',
      'The rules use ratios, and during the outage no request came in at all.',
      'We have 240 rules, and nobody knows which ones still match a series.',
      'Metric names changed with the last library upgrade.',
      'Notifications go through a chat webhook set up by somebody who has left.',
      'Traffic is split over twelve shards and the rule looks at the mean.',
    ],
    attempts: [
      'Adding absent() to each rule by hand covered thirty of them before I gave up.',
      'Setting no-data to alerting produced a page for every pod that was scaled away.',
      'We now have a dead man switch, which proves the pipeline alive and not the rules.',
      'A script lists the rules whose query returns nothing, and half of them rightly do.',
      'Unit tests for the rules passed as they use the old metric name too.',
      'I moved the notifier to another region, and the archived channel still ate the message.',
    ],
    effects: [
      'Fifty minutes of orders are lost and the first hint came from a customer.',
      'Our post-mortem says "detection: by accident" for the third time.',
      'A twelfth of our users could not log in for an afternoon while everything was green.',
      'The on-call engineer is being asked why he did not react to something he never got.',
      'We pay service credits for hours in which our own monitoring saw nothing.',
      'Now we have a person who looks at the dashboard every hour, in this century.',
    ],
    code: [
      `sum(rate(http_requests_total{code=~"5.."}[5m])) / sum(rate(http_requests_total[5m])) > 0.05
# during the outage: Empty query result`,
      `level=debug msg="notify failed" receiver=oncall err="unexpected status code 404: channel_is_archived"`,
    ],
  },
  {
    id: 'metric-label-cardinality-explodes',
    area: 'OBSERVABILITY_DEBUGGING',
    painType: 'feature_request',
    life: { kind: 'emerging', perWeek: 1.05, phase: 5.36 },
    projects: [
      'saffronpeak/metricmill',
      'kestrelbrook/beacon-agent',
      'umberlight/watchkeel',
      'saffronpeak/metricmill-operator',
    ],
    tellings: [
      {
        title: 'Metrics server does not limit label cardinality',
        text: 'One team put the user id into a label and the server went from 2 to 31 GB of memory in an hour. A cap that drops the surplus and tells us who is guilty would have saved the night.',
      },
      {
        title: 'Metrics server does not limit label cardinality and runs out of memory',
        text: 'I know there are 9 million active series. I do not know which metric, label and deployment they come from, without an expensive query that itself kills the thing.',
      },
      {
        title: 'Metrics server does not limit label cardinality, please add it',
        text: 'The default middleware of {project} uses /orders/18273 rather than /orders/:id. Could it use the route template out of the box? Every newcomer falls into it.',
      },
      {
        title: 'Metrics server does not limit label cardinality of a user id',
        text: 'I never want pod name on this counter. Sum over it before it gets stored instead of letting me pay for {n} thousand lines that are looked at by nobody.',
      },
      {
        title: 'Metrics server does not limit label cardinality and crashes',
        text: 'do the maths. would be cool if the client refused at registration instead of the server falling over at 2am',
      },
      {
        title: 'Metrics server does not limit label cardinality or show the highest',
        text: 'A single tag with a session uuid. Let me define a budget for each team, and reject beyond it. I would rather lose a graph than the money.',
      },
      {
        title: 'Metrics server does not limit label cardinality, a hard limit please',
        text: 'Every CI job has a unique instance name, lives for two minutes and stays in the index for hours. A way to expire those quickly would help a lot.',
      },
      {
        title: 'Prometheus metrics server does not limit label cardinality',
        text: 'It would be useful if unbounded values such as e-mail addresses or error texts could be recognised during review. Afterwards it is a matter of deleting blocks.',
      },
      {
        title: 'Metrics server does not limit label cardinality of raw URL paths',
        text: 'A crash loop, as the same millions of label sets are loaded at startup. Could there be a switch that skips the worst metric during replay?',
      },
      {
        title: 'Metrics server does not limit label cardinality by itself',
        text: 'We are the platform team with forty product teams on one backend. Any of them can take it down by adding a dimension, and we have nothing to stop them with.',
      },
      {
        title: 'Metrics server does not limit label cardinality or warn about it',
        text: 'It contains a timestamp. Each failure makes a new time series of its own with exactly one point. An allowlist for values, "other" for the rest, would be my wish.',
      },
      {
        title: 'Metrics server does not limit label cardinality per metric',
        text: 'Growth of distinct combinations per hour, per job, in the UI. The number exists internally. Show it, and let me put a threshold on it.',
      },
    ],
    settings: [
      'Forty teams send to one shared metrics backend that three of us look after.',
      'Pods are replaced some two thousand times a day, each under a new name.',
      'The HTTP middleware labels each request by path.',
      'Our vendor charges by the number of distinct tag combinations.',
      'CI jobs export metrics too and live for two minutes.',
      'The server has 64 GB and was comfortable with 12 until last week.',
    ],
    attempts: [
      'A relabel rule drops the label we know of, the next team invents another.',
      'The sample limit rejects the whole scrape, so that team has no metrics at all.',
      'I doubled the memory twice and it was used up twice.',
      'Asking for the top series by count timed out on the very server that was dying.',
      'Recording rules make queries quick but the raw series are stored regardless.',
      'We delete series over the admin API, and space comes back after the next compaction, or not.',
    ],
    effects: [
      'One label of one team took monitoring away from all the others for three hours.',
      'The bill went up by a factor of eighteen and finance wants it explained.',
      'Dashboards over more than a day do not load any longer.',
      'We review every new metric by hand now and have become the bottleneck.',
      'After a crash the server needs forty minutes to replay, blind all that time.',
      'Teams strip useful dimensions from fear of another explosion.',
    ],
    code: [
      `http_requests_total{path="/orders/18273",user="u_88121",pod="api-7d9f-x2kq"} 1
http_requests_total{path="/orders/18274",user="u_10377",pod="api-7d9f-x2kq"} 1
# active series: 9,214,880`,
    ],
  },
  {
    id: 'minified-stack-trace-not-symbolicated',
    area: 'OBSERVABILITY_DEBUGGING',
    painType: 'question',
    life: { kind: 'emerging', perWeek: 2, phase: 4.24 },
    projects: [
      'rookhaven/faultbook',
      'glimmerfen/crashquill',
      'kestrelbrook/beacon-agent',
      'rookhaven/faultbook-cli',
      'saffronpeak/bundlekit',
    ],
    tellings: [
      {
        title: 'Stack traces stay minified although source maps are uploaded',
        text: 'The release page lists all {n} of them, and still each error says a.js:1:48213 in function t. What decides whether a map is matched?',
      },
      {
        title: 'Stack traces stay minified although source maps exist',
        text: 'How do you people read this? "e is not a function at r (main.4f9c.js:1)". There are four thousand things named e in there.',
      },
      {
        title: 'Stack traces stay minified, source maps not applied',
        text: 'The SDK reports web@{version}, our pipeline uploads under {version}+sha. I could not find in the docs which one wins.',
      },
      {
        title: 'Why do stack traces stay minified with source maps?',
        text: 'I get "address at index.android.bundle:1:1482211". Do I need to compose the packager map with the Hermes map, and in which order?',
      },
      {
        title: 'Stack traces stay minified after source map upload',
        text: 'dSYMs were uploaded, UUIDs match according to dwarfdump. What else is needed for it to show names of methods? Bitcode is off.',
      },
      {
        title: 'Stack traces stay minified, source maps do not match',
        text: 'It resolves to cart.ts:88, which is a comment. Off by 11 lines. Might be that a banner is inserted after the map has been generated, how can one verify that?',
      },
      {
        title: 'Stack traces stay minified in release {version}',
        text: 'Do not want to publish our code, do want readable errors. Confused about sourceMappingURL, is the comment needed if the tool has the file anyway?',
      },
      {
        title: 'How to get readable stack traces when they stay minified?',
        text: 'People still run the app from March and we kept no mapping.txt for that. Any chance at all of deobfuscating those reports?',
      },
      {
        title: 'Stack traces stay minified although source maps are there',
        text: 'main has one, lazily loaded chunks have none, so only the former come out legible. is there a plugin order i have to respect?? bundlekit {version}',
      },
      {
        title: 'Source maps ignored, stack traces stay minified',
        text: 'Eight frames of anonymous and then the promise internals. Is there a build setting which keeps function names without doubling the size of the bundle?',
      },
      {
        title: 'Stack traces stay minified because the release name differs',
        text: 'An optimisation at the edge strips some bytes, so what runs in the browser is not what we built. Columns shift and everything resolves to garbage. Is there a remedy apart from switching it off?',
      },
      {
        title: 'Source map upload works but stack traces stay minified',
        text: 'The same bug opens a fresh issue with each release, because frame names are t in one and n in the next. Should grouping not work on the originals?',
      },
    ],
    settings: [
      'The front end is bundled, hashed and served by a CDN, with maps removed before upload.',
      'We release some ten times a day, each with new file hashes.',
      'It is a React Native app on Hermes with over-the-air updates.',
      'The maps go up in a CI step after the deploy has begun.',
      'A banner with the licence gets prepended by a later plugin.',
      'Lazy chunks come from a second build with its own configuration.',
    ],
    attempts: [
      'The CLI says that all maps are valid, and the web page says that none was found.',
      'I resolved one column by hand with the source-map package, so the map itself is right.',
      'Setting the same release string on both ends fixed the main bundle but no lazy chunk.',
      'Publishing the maps makes it work at once, and our legal team unhappy.',
      'I moved the upload before the deploy, and now the hashes differ since it builds twice.',
      'Composing the two maps in the documented order gives a different wrong line.',
    ],
    effects: [
      'We have 600 open errors and cannot tell what a single one is about.',
      'Finding the line takes me an hour, fixing it took five minutes.',
      'Each release reopens the same bugs under new names.',
      'Crash reports from the app go unread, since hex addresses help nobody.',
      'We reproduce by guessing from the screenshot of the customer.',
      'I ended up shipping an unminified build to production for a day to catch one exception.',
    ],
    code: [
      `TypeError: e is not a function
    at t (main.4f9c1b.js:1:48213)
    at n (main.4f9c1b.js:1:50977)
    at <anonymous>`,
      `faultbook-cli sourcemaps upload --release "$GIT_SHA" dist/
> Found 214 source maps, uploaded 214, 0 errors`,
    ],
  },
];
