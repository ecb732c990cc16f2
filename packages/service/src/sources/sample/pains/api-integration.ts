import type { Pain } from '../parts/pain.ts';

export const apiIntegration: Pain[] = [
  {
    id: 'webhook-delivered-twice',
    area: 'API_INTEGRATION',
    painType: 'bug',
    life: { kind: 'surging', perWeek: 7, phase: 4 },
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
        title: 'Webhook delivered twice',
        text: 'invoice.paid arrives two times with the same event id. We answered 200 to the first one in 80 ms.',
      },
      {
        title: 'Same webhook delivered twice within a second',
        text: 'Anything above 5 seconds counts as failed on their side, so it is sent again while the first is still being processed.',
      },
      {
        title: 'Webhook delivered twice, customers charged twice',
        text: 'Our handler creates a charge for every order.created. There were two order.created for one order. Yes we know now.',
      },
      {
        title: 'Webhook events are delivered twice',
        text: 'Without something stable in the body or a header I cannot tell a repeat from a new one. Timestamps differ, ids differ, content is equal.',
      },
      {
        title: 'Webhook delivered twice when our endpoint is slow',
        text: 'Since {version} practically every notification shows up in pairs. I understand retries, but nothing had failed.',
      },
      {
        title: 'Same webhook event delivered twice',
        text: 'The dispatcher runs on {n} nodes and each of them seems to send its own copy.',
      },
      {
        title: 'Webhook delivered twice with the same event id',
        text: 'Redis set with a TTL, unique index, something else? The repeat sometimes comes hours after the original.',
      },
      {
        title: 'Webhook delivered twice after a 200 response',
        text: 'POST /subscriptions with an existing URL happily makes a second subscription. Our deploy script runs it at each release...',
      },
      {
        title: 'Webhook delivered twice since {version}',
        text: 'They come 3 ms apart. Both look, neither finds anything, both write.',
      },
      {
        title: 'Webhook events delivered twice after a retry',
        text: 'The first POST gets a 301, reaches us after all, then they repeat against the new location. So a redirect means two.',
      },
      {
        title: 'How to deal with webhooks delivered twice?',
        text: 'Each shipped event produces a label. Staff throws every other one in the bin, {n} a day.',
      },
      {
        title: 'Duplicate: webhook delivered twice',
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
    life: { kind: 'bursting', perWeek: 2, phase: 5.1 },
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
        title: 'Webhooks lost after our endpoint was down',
        text: 'We had {minutes} minutes of downtime. Events of that time were never delivered again, there is no retry and no replay.',
      },
      {
        title: 'Webhook events lost during downtime',
        text: 'After a few failures the subscription is switched off without a mail. We found out after nine days of silence.',
      },
      {
        title: 'Missed webhooks are never retried',
        text: 'Orders exist in their back office which we never heard about. No failed attempts listed either, as though they had not been sent.',
      },
      {
        title: 'No retry of webhooks after downtime',
        text: 'The backoff is so short that a normal deploy is enough to exhaust it. Then the event goes to nowhere.',
      },
      {
        title: 'Webhook endpoint disabled, events lost',
        text: 'I need GET /events?since=. Without it, a hole can only be repaired by comparing everything with everything.',
      },
      {
        title: 'Webhooks missing after an outage of our endpoint',
        text: 'They restarted the dispatcher in {version} and all that was waiting to go out went to heaven.',
      },
      {
        title: 'Lost webhooks cannot be replayed',
        text: 'There are no sequence numbers in callbacks, so a gap is invisible. Do people really reconcile by polling every night?',
      },
      {
        title: 'Webhook deliveries lost after timeout',
        text: 'During each rollout we return a few 502. Each of those is a hook we will never see.',
      },
      {
        title: 'Webhooks lost, no retry after {minutes} minutes of downtime',
        text: 'Our fault. But keeping undelivered ones for 72 hours is not asking too much, is it?',
      },
      {
        title: 'Events lost because failed webhooks are not retried',
        text: 'The payment went through, the message to our side did not, so paying people stayed locked out until they called.',
      },
      {
        title: 'Webhook missing although the order exists',
        text: 'Put what cannot be handed over in a bucket or queue that we can drain afterwards. Dropping it is the worst choice.',
      },
      {
        title: 'How to recover lost webhooks after downtime?',
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
    life: { kind: 'steady', perWeek: 0.7, phase: 3.0 },
    near: ['rate-limit-shared-by-all-keys'],
    projects: ['brackenhill/crm-sdk', 'pinecrest-pay/checkout-api', 'ostler-data/geo-api', 'brackenhill/crm-sync'],
    tellings: [
      {
        title: 'Rate limit response has no Retry-After header',
        text: 'We get 429 at some point and there is no header saying how long to wait nor what the limit is.',
      },
      {
        title: 'Rate limit response has no Retry-After, how long to wait?',
        text: 'The body says "slow down". Slow down to what? A second, a minute, tomorrow?',
      },
      {
        title: 'Rate limit response has no Retry-After and is undocumented',
        text: 'Documentation: 100 a minute. Reality: blocked after 38, sometimes after 70. The pattern is beyond me.',
      },
      {
        title: '429 rate limit response has no Retry-After',
        text: 'Exponential backoff with jitter is the advice. We overshoot and idle for {minutes} minutes, or undershoot and are blocked longer.',
      },
      {
        title: 'Rate limit response has no Retry-After header when the limit is hit',
        text: 'Reset is always some seconds behind the clock in {version}, so every client concludes it may go on at once.',
      },
      {
        title: 'Rate limit response has no Retry-After and differs from the documentation',
        text: 'Status 200, body {"error":"quota"}. Our HTTP client thinks all is well and the result is empty.',
      },
      {
        title: '429 rate limit response has no Retry-After header',
        text: 'Nowhere is it written that asking again while blocked starts the timer anew. We kept ourselves out for a whole day.',
      },
      {
        title: 'Rate limit response has no Retry-After and no remaining count',
        text: 'Ten calls at once: fine. Eleven: blocked, though we had been idle for an hour. Publish the bucket size and refill rate, please.',
      },
      {
        title: 'Rate limit response has no headers at all',
        text: "All I get is RequestFailed. Whether to wait or give up is anyone's guess as the response headers are discarded by the SDK.",
      },
      {
        title: 'Rate limit response has no hint when to retry',
        text: 'GraphQL queries have a "complexity" which is known only after being refused.',
      },
      {
        title: 'Rate limit response has no Retry-After in {version}',
        text: 'Took us two days to find out that this forbidden is not about permissions but about speed.',
      },
      {
        title: 'Rate limit response has no Retry-After or warning',
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
        title: 'Rate limit per key instead of per account',
        text: 'All our keys share one limit. The reporting job eats it and the checkout gets 429.',
      },
      {
        title: 'All API keys share one rate limit',
        text: 'Marketing installed some plugin, since then the mobile app is throttled although it makes ten calls an hour.',
      },
      {
        title: 'Rate limit shared by all keys of an account',
        text: 'A load test in staging took production down. Same organisation, same pool, different credentials.',
      },
      {
        title: 'One key uses up the rate limit of all others',
        text: 'I want to give the storefront 80 percent and let the crawlers fight over the rest. Currently it is first come, first served.',
      },
      {
        title: 'Separate rate limits per API key',
        text: 'We are an agency with {n} clients under one contract. If one of them goes wild all go dark.',
      },
      {
        title: 'Shared rate limit: staging key blocks production',
        text: 'Usage page shows one total. Which of our twelve services used it up is impossible to say. Break it down by credential.',
      },
      {
        title: 'Rate limit should be per key',
        text: 'Asking because the gateway puts everybody from the same organisation into one bucket and I find no switch.',
      },
      {
        title: 'One noisy API key exhausts the shared rate limit',
        text: 'Limiting is by address. Everyone in our office, {n} people, shares the allowance of a single hobbyist.',
      },
      {
        title: 'Rate limit for each key, please',
        text: 'A backfill in the background should never be able to push out a person waiting in front of a form.',
      },
      {
        title: 'API keys of one account share the rate limit',
        text: 'Docs suggest separate credentials for separate applications. Nice for auditing, useless for isolation since they all draw from a common pot.',
      },
      {
        title: 'Per-key rate limit for integrations',
        text: 'I would be happy with a ceiling: this token may use at most 20 a minute. Then a runaway script harms itself only.',
      },
      {
        title: 'Shared rate limit across keys takes production down',
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
    life: { kind: 'growing', perWeek: 1, phase: 12 },
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
        title: 'Pagination skips rows when data is inserted',
        text: 'Offset paging over a live table: a new row pushes the others down, so one row is seen twice and another never.',
      },
      {
        title: 'Pagination repeats and skips rows',
        text: 'total: 10432, what I collected by following next until the end: 10397. Every run lacks different ones.',
      },
      {
        title: 'Rows skipped during pagination',
        text: 'Item {n} comes both last on page 3 and first on page 4. Sorting by created_at with equal timestamps, I suppose.',
      },
      {
        title: 'Pagination returns the same row twice',
        text: 'Without an ORDER BY that breaks ties, the database may return ties in any order, and it does. Add the id as a last criterion, please.',
      },
      {
        title: 'Offset pagination skips rows on a live table',
        text: 'I list, delete what I got, ask for page 2, and miss as many as I have deleted. Half of the garbage survives.',
      },
      {
        title: 'Pagination misses rows when sorting by equal timestamps',
        text: 'After a month our mirror lacks a few hundred customers. Nothing in the logs, all 200.',
      },
      {
        title: 'Duplicate rows across pages with pagination',
        text: 'Resolution is one second, comparison is strict. Whatever else changed in that second falls through.',
      },
      {
        title: 'Export by pagination skips rows',
        text: 'Snapshot, keyset, whatever: is there any parameter in {version} that makes a walk through all of them complete?',
      },
      {
        title: 'Pagination skips or repeats items between pages',
        text: 'Filtering happens after the slice is taken. A slice that is emptied by the filter ends the listing though plenty would follow.',
      },
      {
        title: 'Pagination returns fewer rows than the total',
        text: 'Consecutive calls hit different read replicas; one is two seconds behind, so the window shifts under my feet.',
      },
      {
        title: 'Rows repeated on the next page in {version}',
        text: 'One is hidden by a permission check, fine, but the following batch starts after 100, and I have a feeling that more than hidden ones get lost.',
      },
      {
        title: 'Missing rows when paging through results',
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
    life: { kind: 'returning', perWeek: 2, phase: 5.72 },
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
        title: 'Long export fails because the pagination cursor expires',
        text: 'After about {minutes} minutes the next cursor is answered with "cursor expired" and I have to start from the first page.',
      },
      {
        title: 'Export fails because the pagination cursor expires in the middle',
        text: 'We are 60 percent through, then 410. Is there any way to pick up where we were?',
      },
      {
        title: 'Export fails because the pagination cursor expires',
        text: 'What is the lifetime of a continuation token? It is not in the reference. Five minutes pass while we write a batch, and then it is no good.',
      },
      {
        title: 'Export fails because the pagination cursor expires, how to resume?',
        text: 'search_context_missing_exception once the consumer is slower than the keep-alive. Do I really need to keep poking it only to hold it open?',
      },
      {
        title: 'Export fails because the pagination cursor expires after {minutes} minutes',
        text: 'I would like to spread a big download over several nights. It seems that bookmarks die at midnight or at each release of {version}.',
      },
      {
        title: '"cursor expired" error: export fails because the pagination cursor expires',
        text: 'It needs nine hours, what they hand me lasts one. Mathematically impossible. What do others do?',
      },
      {
        title: 'Large export fails because the pagination cursor expires too early',
        text: 'They deploy twice a day. Each time our crawl is thrown back to the beginning. Can the token not be made self-contained?',
      },
      {
        title: '410 Gone: export fails because the pagination cursor expires',
        text: 'Opaque means sequential, sequential means slow, slow means expired. Is there a way to split the range into chunks up front?',
      },
      {
        title: 'Nightly export fails because the pagination cursor expires',
        text: 'Would be trivial with after_id=... Since the position is opaque, a crash at record 900,000 costs all 900,000.',
      },
      {
        title: 'Export fails because the pagination cursor expires, and starts again',
        text: 'Apparently the backend holds a snapshot for each reader and kicks out the slow ones. How do I stay within it?',
      },
      {
        title: 'Export via API fails because the pagination cursor expires',
        text: 'Obeying the request quota makes the walk last longer than the position lives. Which of the two am I meant to violate?',
      },
      {
        title: 'Export always fails because the pagination cursor expires before its end',
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
