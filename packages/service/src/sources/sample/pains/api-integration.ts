import type { Pain } from '../parts/pain.ts';

export const apiIntegration: Pain[] = [
  {
    id: 'webhook-delivered-twice',
    area: 'API_INTEGRATION',
    painType: 'bug',
    life: { kind: 'bursting', perWeek: 2, phase: 16.75 },
    near: ['webhook-lost-after-downtime'],
    projects: [
      'saltmarsh/hookline',
      'pinecrest-pay/checkout-api',
      'ferrywell/event-relay',
      'saltmarsh/hookline-node',
      'dunmoor/orders',
    ],
    tellings: [
      {
        title: 'Same webhook is delivered twice within a second',
        text: 'invoice.paid arrives two times with the same event id. We answered 200 to the first one in 80 ms.',
      },
      {
        title: 'Duplicate events when our endpoint is a bit slow',
        text: 'Anything above 5 seconds counts as failed on their side, so it is sent again while the first is still being processed.',
      },
      {
        title: 'customer was charged double',
        text: 'Our handler creates a charge for every order.created. There were two order.created for one order. Yes we know now.',
      },
      {
        title: 'No idempotency key in the callback payload',
        text: 'Without something stable in the body or a header I cannot tell a repeat from a new one. Timestamps differ, ids differ, content is equal.',
      },
      {
        title: 'At-least-once is fine, at-least-twice is not',
        text: 'Since {version} practically every notification shows up in pairs. I understand retries, but nothing had failed.',
      },
      {
        title: 'Notifications fan out once per replica',
        text: 'The dispatcher runs on {n} nodes and each of them seems to send its own copy.',
      },
      {
        title: 'How do you deduplicate incoming hooks?',
        text: 'Redis set with a TTL, unique index, something else? The repeat sometimes comes hours after the original.',
      },
      {
        title: 'Endpoint registered two times, no warning, everything doubled',
        text: 'POST /subscriptions with an existing URL happily makes a second subscription. Our deploy script runs it at each release...',
      },
      {
        title: 'Race: both copies are handled in parallel and pass the "seen already" check',
        text: 'They come 3 ms apart. Both look, neither finds anything, both write.',
      },
      {
        title: 'Redirect from http to https makes the sender post again',
        text: 'The first POST gets a 301, reaches us after all, then they repeat against the new location. So a redirect means two.',
      },
      {
        title: 'Parcel labels printed in duplicate at the warehouse',
        text: 'Each shipped event produces a label. Staff throws every other one in the bin, {n} a day.',
      },
      {
        title: 'Replaying one entry from the dashboard re-sends the whole batch',
        text: 'I pressed "resend" on a single entry and got all 500 of that hour a second time.',
      },
    ],
    settings: [
      'Our webhook endpoint answers 200 and puts the event into a queue.',
      'We receive about {n} thousand webhooks a day.',
      'The endpoint runs on three pods behind a load balancer.',
      'Events carry an id, yet the second delivery has a new one.',
      'The sender retries after 5 seconds without an answer.',
      'The handler writes one row for each delivered event.',
    ],
    attempts: [
      'Answering 200 before doing any work made the duplicates rarer.',
      'A unique index on the event id catches about half of the duplicates.',
      'We hash the body to find duplicates but a timestamp inside differs.',
      'Unregistering and registering the endpoint again doubled it once more.',
      'A lock per order stops the parallel duplicates and not the late ones.',
      'Their support says that duplicates are normal and closed the ticket.',
    ],
    effects: [
      'Customers were charged or mailed twice, {n} of them last week.',
      'Stock is counted down twice for one order.',
      'Bookkeeping has to find the duplicate rows by hand at month end.',
      'People get two copies of each message and unsubscribe.',
      'We refunded {percent} percent of a day because of double events.',
      'Every consumer in the company now writes its own deduplication.',
    ],
    code: [
      'evt_91 order.created 10:02:11.004\nevt_91 order.created 10:02:11.932',
      'ERROR duplicate key value violates unique constraint "events_event_id_key"',
    ],
  },
  {
    id: 'webhook-lost-after-downtime',
    area: 'API_INTEGRATION',
    painType: 'bug',
    life: { kind: 'emerging', perWeek: 1.7, phase: 9.75 },
    near: ['webhook-delivered-twice'],
    projects: [
      'ferrywell/event-relay',
      'saltmarsh/hookline',
      'dunmoor/orders',
      'ferrywell/relay-dashboard',
      'pinecrest-pay/checkout-api',
    ],
    tellings: [
      {
        title: 'Webhooks lost for good after our endpoint was down',
        text: 'We had {minutes} minutes of downtime. Events of that time were never delivered again, there is no retry and no replay.',
      },
      {
        title: 'Endpoint disabled automatically, nobody told us',
        text: 'After a few failures the subscription is switched off without a mail. We found out after nine days of silence.',
      },
      {
        title: 'missing order.created events',
        text: 'Orders exist in their back office which we never heard about. No failed attempts listed either, as though they had not been sent.',
      },
      {
        title: 'Gave up after 3 attempts in 30 seconds',
        text: 'The backoff is so short that a normal deploy is enough to exhaust it. Then the event goes to nowhere.',
      },
      {
        title: 'No way to list past notifications and catch up',
        text: 'I need GET /events?since=. Without it, a hole can only be repaired by comparing everything with everything.',
      },
      {
        title: 'Queue on the sender side is in memory: restart = gone',
        text: 'They restarted the dispatcher in {version} and all that was waiting to go out went to heaven.',
      },
      {
        title: 'How do you notice that you did not receive something?',
        text: 'There are no sequence numbers in callbacks, so a gap is invisible. Do people really reconcile by polling every night?',
      },
      {
        title: '502 from the ingress during rollout is counted as final',
        text: 'During each rollout we return a few 502. Each of those is a hook we will never see.',
      },
      {
        title: 'TLS certificate expired over the weekend, two days of callbacks vanished',
        text: 'Our fault. But keeping undelivered ones for 72 hours is not asking too much, is it?',
      },
      {
        title: 'Subscriptions paid yet not activated',
        text: 'The payment went through, the message to our side did not, so paying people stayed locked out until they called.',
      },
      {
        title: 'Dead letter option for undeliverable callbacks',
        text: 'Put what cannot be handed over in a bucket or queue that we can drain afterwards. Dropping it is the worst choice.',
      },
      {
        title: 'Partial outage of one region swallowed every tenth event',
        text: 'Status page says "delayed". They were not delayed, they never came.',
      },
    ],
    settings: [
      'Our webhook endpoint was down for a deploy when it happened.',
      'We receive about {n} thousand webhooks a day.',
      'The sender tries three times and then drops the event.',
      'The endpoint runs on three pods behind a load balancer.',
      'Events carry an id but no sequence number, so a lost one leaves no gap.',
      'The handler writes one row for each delivered event, and rows are missing.',
    ],
    attempts: [
      'We poll the list endpoint every night to find the lost events.',
      'Pressing resend in the dashboard says that the event is no longer available.',
      'A buffer in front of our endpoint helps with our downtime and not with theirs.',
      'Their support can only redeliver lost events from the last hour.',
      'Returning 503 with Retry-After during the deploy is treated as a final failure.',
      'We moved the endpoint to a serverless function to be up always, events still get lost.',
    ],
    effects: [
      '{n} orders were never shipped as we never heard of them.',
      'Customers who paid stayed locked out until they complained.',
      'Stock is wrong after each outage and we count it by hand.',
      'We find lost events weeks later in the month end reconciliation.',
      'We do not dare to deploy at daytime because each restart loses events.',
      'Around {percent} percent of a day was lost and cannot be asked for again.',
    ],
    code: ['delivery attempt 3/3 failed: 502 Bad Gateway. Event discarded.'],
  },
  {
    id: 'rate-limit-opaque-without-retry-after',
    area: 'API_INTEGRATION',
    painType: 'complaint',
    life: { kind: 'steady', perWeek: 0.8, phase: 14 },
    near: ['rate-limit-shared-by-all-keys'],
    projects: ['brackenhill/crm-sdk', 'pinecrest-pay/checkout-api', 'ostler-data/geo-api', 'brackenhill/crm-sync'],
    tellings: [
      {
        title: '429 without Retry-After and an undocumented limit',
        text: 'We get 429 at some point and there is no header saying how long to wait nor what the limit is.',
      },
      {
        title: 'How long am I supposed to wait after Too Many Requests?',
        text: 'The body says "slow down". Slow down to what? A second, a minute, tomorrow?',
      },
      {
        title: 'Throttling differs from what the documentation says',
        text: 'Documentation: 100 a minute. Reality: blocked after 38, sometimes after 70. The pattern is beyond me.',
      },
      {
        title: 'guessing game with backoff',
        text: 'Exponential backoff with jitter is the advice. We overshoot and idle for {minutes} minutes, or undershoot and are blocked longer.',
      },
      {
        title: 'X-RateLimit-Reset contains a time in the past',
        text: 'Reset is always some seconds behind the clock in {version}, so every client concludes it may go on at once.',
      },
      {
        title: 'Quota errors come as 200 with an error object',
        text: 'Status 200, body {"error":"quota"}. Our HTTP client thinks all is well and the result is empty.',
      },
      {
        title: 'Penalty box: each call while blocked prolongs the block',
        text: 'Nowhere is it written that asking again while blocked starts the timer anew. We kept ourselves out for a whole day.',
      },
      {
        title: 'Burst allowance is a secret',
        text: 'Ten calls at once: fine. Eleven: blocked, though we had been idle for an hour. Publish the bucket size and refill rate, please.',
      },
      {
        title: 'SDK swallows the throttle answer and throws a generic error',
        text: "All I get is RequestFailed. Whether to wait or give up is anyone's guess as the response headers are discarded by the SDK.",
      },
      {
        title: 'Cost-based limiting without telling the cost',
        text: 'GraphQL queries have a "complexity" which is known only after being refused.',
      },
      {
        title: '403 used for throttling',
        text: 'Took us two days to find out that this forbidden is not about permissions but about speed.',
      },
      {
        title: 'Remaining header jumps around',
        text: 'Remaining: 57, 12, 44, 3, 51. Evidently several servers count separately. You cannot plan with such numbers.',
      },
    ],
    settings: [
      'We sync contacts with {n} requests a minute in the documented limit.',
      'One API key, one worker, requests strictly one after the other.',
      'The 429 has an empty body and none of the usual headers.',
      'The rate limit page of the docs has been empty since the relaunch.',
      'The client is a plain fetch with a retry on 429.',
      'The limit seems to differ by the hour of the day.',
    ],
    attempts: [
      'Halving the request rate still ends in 429 at some point.',
      'A token bucket on our side needs numbers that nobody tells us.',
      'Waiting a fixed minute after each 429 works but wastes most of the limit.',
      'We asked support for the limit and were sent the link to the docs.',
      'I measured the limit for a week, it was never the same twice.',
      'Retrying with backoff from 1 to 64 seconds sometimes never gets through.',
    ],
    effects: [
      'The nightly sync takes anything between {minutes} minutes and nine hours.',
      'We cannot promise customers when their data will be there.',
      'Our job was blocked for a day because we retried without knowing the wait.',
      'Half of our client is guesswork about 429.',
      'Every unexplained 429 wakes somebody from on call.',
      'We use perhaps {percent} percent of what we pay for, out of fear of the limit.',
    ],
    code: ['HTTP/1.1 429 Too Many Requests\ncontent-length: 0'],
  },
  {
    id: 'rate-limit-shared-by-all-keys',
    area: 'API_INTEGRATION',
    painType: 'feature_request',
    life: { kind: 'dead', perWeek: 0.6, phase: 22 },
    near: ['rate-limit-opaque-without-retry-after'],
    projects: [
      'brackenhill/crm-sdk',
      'ostler-data/geo-api',
      'ostler-data/gateway',
      'dunmoor/orders',
      'brackenhill/crm-sync',
    ],
    tellings: [
      {
        title: 'Rate limit per key rather than per account',
        text: 'All our keys share one limit. The reporting job eats it and the checkout gets 429.',
      },
      {
        title: 'One noisy integration starves all the others',
        text: 'Marketing installed some plugin, since then the mobile app is throttled although it makes ten calls an hour.',
      },
      {
        title: 'Staging traffic counts against production quota',
        text: 'A load test in staging took production down. Same organisation, same pool, different credentials.',
      },
      {
        title: 'Reserve a share of the budget for important traffic',
        text: 'I want to give the storefront 80 percent and let the crawlers fight over the rest. Currently it is first come, first served.',
      },
      {
        title: 'Sub-accounts with their own quotas',
        text: 'We are an agency with {n} clients under one contract. If one of them goes wild all go dark.',
      },
      {
        title: 'whose calls were these?',
        text: 'Usage page shows one total. Which of our twelve services used it up is impossible to say. Break it down by credential.',
      },
      {
        title: 'Can quotas be assigned by service account?',
        text: 'Asking because the gateway puts everybody from the same organisation into one bucket and I find no switch.',
      },
      {
        title: 'All tenants behind our NAT are counted as one',
        text: 'Limiting is by address. Everyone in our office, {n} people, shares the allowance of a single hobbyist.',
      },
      {
        title: 'Need priority classes for background vs interactive calls',
        text: 'A backfill in the background should never be able to push out a person waiting in front of a form.',
      },
      {
        title: 'New key does not bring new headroom',
        text: 'Docs suggest separate credentials for separate applications. Nice for auditing, useless for isolation since they all draw from a common pot.',
      },
      {
        title: 'Let admins cap a single token',
        text: 'I would be happy with a ceiling: this token may use at most 20 a minute. Then a runaway script harms itself only.',
      },
      {
        title: 'Fair queueing between applications of one organisation',
        text: 'Round robin would do. Whoever sends most must not crowd out whoever sends least.',
      },
    ],
    settings: [
      'We have {n} API keys in one account, one for each service.',
      'The limit is 600 requests a minute for the account as a whole.',
      'The nightly export and the shop use different keys of the same account.',
      'The 429 hits whichever key comes next, no matter who used up the limit.',
      'Each team has its own key and nobody sees the requests of the others.',
      'The rate limit headers show the shared remainder of all keys.',
    ],
    attempts: [
      'A separate account for the export means a second contract.',
      'We put our own proxy in front to divide the limit between the keys.',
      'Asking the other teams to slow down works until the next release.',
      'Buying the bigger plan was eaten up by the same noisy key.',
      'Running the export at night collides with the other time zones.',
      'Rotating the keys changes nothing as the limit is on the account.',
    ],
    effects: [
      'The shop was down for {minutes} minutes because a report used up the shared limit.',
      'Teams blame each other for every 429.',
      'One customer of ours can block all the other customers.',
      'We pay {percent} percent more for a plan whose limit a single script uses up.',
      'Nobody dares to start a backfill any longer for fear of starving checkout.',
      'We cannot find out which key is to blame and switch them off one by one.',
    ],
  },
  {
    id: 'pagination-skips-or-repeats-rows',
    area: 'API_INTEGRATION',
    painType: 'bug',
    life: { kind: 'emerging', perWeek: 1.7, phase: 15.25 },
    near: ['pagination-cursor-expires-mid-export'],
    projects: [
      'ostler-data/geo-api',
      'dunmoor/orders',
      'hollybank/list-api',
      'hollybank/client-py',
      'brackenhill/crm-sdk',
    ],
    tellings: [
      {
        title: 'Pagination skips rows when something is inserted while paging',
        text: 'Offset paging over a live table: a new row pushes the others down, so one row is seen twice and another never.',
      },
      {
        title: 'Export has fewer records than the total says',
        text: 'total: 10432, what I collected by following next until the end: 10397. Every run lacks different ones.',
      },
      {
        title: 'Same item at the end of one page and the start of the following',
        text: 'Item {n} comes both last on page 3 and first on page 4. Sorting by created_at with equal timestamps, I suppose.',
      },
      {
        title: 'No stable sort order across requests',
        text: 'Without an ORDER BY that breaks ties, the database may return ties in any order, and it does. Add the id as a last criterion, please.',
      },
      {
        title: 'Deleting while iterating leaves every second one behind',
        text: 'I list, delete what I got, ask for page 2, and miss as many as I have deleted. Half of the garbage survives.',
      },
      {
        title: 'incremental sync drifts from the source, slowly',
        text: 'After a month our mirror lacks a few hundred customers. Nothing in the logs, all 200.',
      },
      {
        title: 'updated_since loses entries with the same second',
        text: 'Resolution is one second, comparison is strict. Whatever else changed in that second falls through.',
      },
      {
        title: 'How to iterate a changing collection consistently?',
        text: 'Snapshot, keyset, whatever: is there any parameter in {version} that makes a walk through all of them complete?',
      },
      {
        title: 'has_more is false too early',
        text: 'Filtering happens after the slice is taken. A slice that is emptied by the filter ends the listing though plenty would follow.',
      },
      {
        title: 'Replica lag makes whole pages come from the past',
        text: 'Consecutive calls hit different read replicas; one is two seconds behind, so the window shifts under my feet.',
      },
      {
        title: 'limit=100 returns 99 at random',
        text: 'One is hidden by a permission check, fine, but the following batch starts after 100, and I have a feeling that more than hidden ones get lost.',
      },
      {
        title: 'Duplicates in our warehouse traced back to the list endpoint',
        text: 'Primary key violations on load, {percent} percent of batches. The listing really does hand out the same order in two consecutive batches.',
      },
    ],
    settings: [
      'We page through orders with page and per_page while new orders come in.',
      'The export follows the next link until there is none.',
      'Rows are sorted by created_at, newest first.',
      'The table gets {n} new rows a minute during the export.',
      'We compare the exported ids with the totals of the API.',
      'The pages have 100 rows and the whole has some thousand pages.',
    ],
    attempts: [
      'A smaller page size means more rows are skipped.',
      'Sorting oldest first helps with inserts, deleted rows still shift the pages.',
      'Running the export twice and merging finds most of the skipped rows.',
      'Paging at night, when nothing is inserted, gives the right number.',
      'Overlapping the pages by ten rows hides the gap and doubles rows.',
      'The next link contains an offset after all, so it skips the same way.',
    ],
    effects: [
      'Our mirror misses {n} rows after each export and nobody can say which.',
      'Invoices were not sent to customers whose row had been skipped.',
      'The numbers of the report never match the numbers in the app.',
      'We export everything {n} times and take the union, which is absurd.',
      'Some customers are imported twice and get two letters.',
      'An audit found skipped rows and now each export is checked by hand.',
    ],
    code: ['GET /orders?page=3&per_page=100  -> last id 8812\nGET /orders?page=4&per_page=100  -> first id 8812'],
  },
  {
    id: 'pagination-cursor-expires-mid-export',
    area: 'API_INTEGRATION',
    painType: 'question',
    life: { kind: 'returning', perWeek: 2.4, phase: 1.75 },
    near: ['pagination-skips-or-repeats-rows'],
    projects: [
      'hollybank/list-api',
      'hollybank/client-py',
      'ostler-data/geo-api',
      'saltmarsh/hookline',
      'northquay/memory-store',
    ],
    tellings: [
      {
        title: 'Cursor expires in the middle of a long export, how do I resume?',
        text: 'After about {minutes} minutes the next cursor is answered with "cursor expired" and I have to start from the first page.',
      },
      {
        title: 'How to continue a listing after a 410 Gone?',
        text: 'We are 60 percent through, then 410. Is there any way to pick up where we were?',
      },
      {
        title: 'Continuation token invalid after a pause',
        text: 'What is the lifetime of a continuation token? It is not in the reference. Five minutes pass while we write a batch, and then it is no good.',
      },
      {
        title: 'scroll context missing',
        text: 'search_context_missing_exception once the consumer is slower than the keep-alive. Do I really need to keep poking it only to hold it open?',
      },
      {
        title: 'Is it safe to store the bookmark and carry on tomorrow?',
        text: 'I would like to spread a big download over several nights. It seems that bookmarks die at midnight or at each release of {version}.',
      },
      {
        title: 'Backfill never completes',
        text: 'It needs nine hours, what they hand me lasts one. Mathematically impossible. What do others do?',
      },
      {
        title: 'Deploy on the server invalidates every opaque token in flight',
        text: 'They deploy twice a day. Each time our crawl is thrown back to the beginning. Can the token not be made self-contained?',
      },
      {
        title: 'Can I parallelise so that it finishes before the deadline?',
        text: 'Opaque means sequential, sequential means slow, slow means expired. Is there a way to split the range into chunks up front?',
      },
      {
        title: 'resume from last seen id?',
        text: 'Would be trivial with after_id=... Since the position is opaque, a crash at record 900,000 costs all 900,000.',
      },
      {
        title: 'What does "snapshot too old" mean for a reader of a REST list?',
        text: 'Apparently the backend holds a snapshot for each reader and kicks out the slow ones. How do I stay within it?',
      },
      {
        title: 'Rate limiting plus short-lived position = no full download possible',
        text: 'Obeying the request quota makes the walk last longer than the position lives. Which of the two am I meant to violate?',
      },
      {
        title: 'Best practice for restarting a half finished crawl?',
        text: 'Laptop lid closed, train tunnel, anything. I have half of the data and an identifier that is rejected. Delete and begin again?',
      },
    ],
    settings: [
      'The export follows the next cursor, some thousand pages of 100 rows.',
      'Each page takes a while since we write the rows before asking for the next.',
      'The cursor is opaque and its lifetime is not documented.',
      'The whole export runs {n} hours at the allowed rate.',
      'The cursor is kept on the server, as far as one can tell.',
      'Our worker is restarted now and then in the middle of the export.',
    ],
    attempts: [
      'A bigger page size finishes sooner and times out instead.',
      'Calling the same page again keeps the cursor alive for {minutes} minutes more.',
      'Saving the cursor and resuming after a restart gives an expired error.',
      'We split the export by month, the busy months still expire.',
      'Paging by date as a replacement for the cursor is not supported on this endpoint.',
      'Fetching first and writing later keeps the cursor alive until memory is full.',
    ],
    effects: [
      'We have never had one complete export of the big accounts.',
      'Each expired cursor throws away hours, we are on try number {n}.',
      'The migration is stuck because the export cannot be resumed.',
      'Small customers are fine and the {percent} percent largest cannot be exported.',
      'We hammer the API by starting over again and again, which helps nobody.',
      'The weekend job starts over until Monday and then we kill it.',
    ],
    code: ['{"error":{"code":410,"message":"cursor expired, restart listing"}}'],
  },
];
