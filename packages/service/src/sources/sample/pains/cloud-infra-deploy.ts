import type { Pain } from '../parts/pain.ts';

export const cloudInfraDeploy: Pain[] = [
  {
    id: 'terraform-plan-shows-changes-nobody-made',
    area: 'CLOUD_INFRA_DEPLOY',
    painType: 'bug',
    life: { kind: 'returning', perWeek: 2.8, phase: 3.25 },
    near: ['terraform-plan-clean-despite-manual-change'],
    projects: [
      'ironwillow/groundwork',
      'skerrycloud/provider-skerry',
      'plumbstone/tfkit',
      'skerrycloud/tf-network',
      'dovetailops/stackwright',
    ],
    tellings: [
      {
        title: 'terraform plan is never empty',
        text: 'Apply, everything ok, plan again: the same three attributes are "updated in-place". Nobody has been near that account. It has been like this for {n} applies in a row.',
      },
      {
        title: 'Perpetual diff on security group rules because the API returns them sorted',
        text: 'We declare them in the order that makes sense to humans, the provider reads them back in another one and wants to swap them until kingdom come.',
      },
      {
        title: 'tags_all shows up as (known after apply) each time',
        text: "{n} resources to change on an untouched stack. Provider {version}. Reviewers can't spot the one real modification between that noise.",
      },
      {
        title: 'Wants to replace my database over a null vs empty string',
        text: 'State says "", config says null, provider says "forces replacement". Production. For a semantic nothing.',
      },
      {
        title: 'JSON policy reformatted by the cloud and then reported as drift',
        text: "Whitespace, and a single-element list collapsed into a string. The policy is equal, the text isn't, and so each run offers to fix it.",
      },
      {
        title: 'Please stop proposing the same update after every apply',
        text: 'it says "1 changed", i believe it, i run it again, "1 to change". what did you change then',
      },
      {
        title: 'Upgrade of the provider makes 140 resources look modified',
        text: "Defaults which used to be absent from state are now filled in. No config commit since May and still there's a wall of yellow tildes.",
      },
      {
        title: 'Autoscaler changes desired_count, our pipeline wants it back at 2',
        text: "It's not a change made by a person, it's the system doing its job, and yet we get a diff forever. ignore_changes on a dozen modules, then.",
      },
      {
        title: 'Base64 user_data hash flips with each evaluation',
        text: "Something in templatefile isn't deterministic (a map?). Launch template gets a new revision on every run, which rolls {n} instances for no reason at all.",
      },
      {
        title: 'Case-insensitive resource ids',
        text: 'The API answers with /resourcegroups/, we wrote /resourceGroups/. Same object by its own documentation. Plan: destroy and recreate. I nearly typed yes.',
      },
      {
        title: 'drift job pages us nightly about nothing',
        text: '-detailed-exitcode returns 2 every night because of rounding of a memory value, 512 vs 512.0. Alert fatigue is now complete.',
      },
      {
        title: 'data source read during apply',
        text: 'depends_on on a module defers its data sources, so all things downstream are "unknown" and hence pending, even though their values come out the same as before.',
      },
      {
        title: 'Pulumi preview keeps replacing a certificate that is identical',
        text: 'Not Terraform proper, but same bridge underneath: trailing newline in the PEM. Stored without, compared with.',
      },
      {
        title: 'Plan output: 61 lines of nothing',
        text: "Same lines as yesterday and the day before. Sensitive values, too, so I can't even see what it believes is different: (sensitive value) -> (sensitive value).",
      },
      {
        title: 'Timestamps in tags, my own fault, still',
        text: 'last_applied = timestamp() looked harmless. Now each run is "1 to change" by construction. A warning would have been kind.',
      },
      {
        title: 'helm_release redeploys on every apply',
        text: "The chart's NOTES contain a generated password, manifest comparison sees a new one each time, revision is at {n} with zero differences in what runs.",
      },
      {
        title: 'OpenTofu too: in-place update of a DNS zone that equals itself',
        text: "Trailing dot. We write it without, it's returned with. Seven years of this, across every tool, {project} {version} included.",
      },
    ],
    settings: [
      'The stack has been untouched since spring, the only thing that moved is the provider version.',
      "A nightly job runs plan with -detailed-exitcode and mails us when it isn't empty.",
      "We've got 23 root modules, and nine of them never come out clean.",
      'Rules and policies are generated from a map with for_each.',
      'Nobody has console write access to this account, so a human change is ruled out.',
      'Every pull request gets the plan posted as a comment for approval.',
      'An autoscaler owns the replica count in the same resource that we declare.',
    ],
    attempts: [
      'Applying it reports success and the next plan has the same lines again.',
      'I sorted the rules the way the API returns them, it held until one more was added.',
      'ignore_changes silences it together with the changes we do want to see.',
      'Pinning the previous provider makes the noise vanish, though we need the newer one for something else.',
      'A refresh-only apply writes the value to state and the diff comes back from the config side.',
      'We normalise JSON with jsonencode(jsondecode()) everywhere, it works for policies only.',
      'Importing the resource anew gave the identical perpetual diff.',
    ],
    effects: [
      'Approvers scroll past forty lines of phantom updates and last week a real deletion went through among them.',
      "Every apply rolls instances that didn't need rolling.",
      'Drift alarms are muted, as they have been false each night this year.',
      'People are afraid to run apply on a stack where a harmless word may mean replacement of a database.',
      "The deploy of a one-line change takes 25 minutes because of resources it shouldn't touch.",
      "We can't prove to the auditor that code and cloud agree, when the tool always says they don't.",
    ],
    code: [
      `  ~ resource "skerry_security_group" "web" {
      ~ ingress = [
          - { from_port = 443 }, - { from_port = 80 },
          + { from_port = 80 },  + { from_port = 443 },
        ]
    }
Plan: 0 to add, 1 to change, 0 to destroy.`,
      `  ~ engine_version = "" -> null # forces replacement`,
    ],
  },
  {
    id: 'terraform-plan-clean-despite-manual-change',
    area: 'CLOUD_INFRA_DEPLOY',
    painType: 'question',
    life: { kind: 'returning', perWeek: 2.4, phase: 11.5 },
    near: ['terraform-plan-shows-changes-nobody-made'],
    projects: ['plumbstone/tfkit', 'ironwillow/groundwork', 'dovetailops/stackwright', 'skerrycloud/provider-skerry'],
    tellings: [
      {
        title: 'Someone opened port 22 in the console and plan says "No changes"',
        text: "How come? The rule was added as a separate object that isn't in our state, so as far as Terraform is concerned it doesn't exist. Is there a way of seeing such things?",
      },
      {
        title: "How do you find out about clickops edits that aren't detected?",
        text: "A colleague bumped a timeout by hand during an incident. Config has the old value, cloud the new one, plan is empty. I'd expect the opposite.",
      },
      {
        title: 'Does refresh actually read every attribute?',
        text: 'We changed a bucket policy in the web UI as an experiment. Refresh ran and claimed the infrastructure matches. Which attributes are looked at, is that written down anywhere?',
      },
      {
        title: 'Manual hotfix survived {n} months without anybody noticing',
        text: 'The drift check has been green every night. Turns out the argument isn\'t set in our code and is "optional+computed", so whatever it finds there is accepted as the truth.',
      },
      {
        title: 'ignore_changes hides real edits, any alternative?',
        text: 'We ignore the tags since a cost tool writes them. Now someone has removed the backup tag by hand and no one was told.',
      },
      {
        title: 'What tool shows resources in the account that are not in any state file?',
        text: "There's an entire VPC made by hand in 2022. I only found it in the invoice.",
      },
      {
        title: '-refresh=false in CI for speed',
        text: 'Turned it on because refresh takes {minutes} minutes. I realise now we compare code with our memory of the cloud rather than with the cloud. What do others do, nightly full refresh?',
      },
      {
        title: 'Secrets rotated by hand not picked up',
        text: "Write-only arguments aren't read back by design. Okay, but then how am I supposed to know that the live password differs from the one declared?",
      },
      {
        title: 'console cowboys vs plan',
        text: 'boss edits the load balancer at 2am, next morning plan = clean, next apply of something else silently reverts half of it. which half? how would you guard against this',
      },
      {
        title: 'Empty plan, wrong reality: DNS record pointed elsewhere',
        text: 'Two providers manage the zone. The record was repointed at the registrar level and from here all seems well. Can I make it verify what actually resolves?',
      },
      {
        title: 'Is there drift detection below resource level?',
        text: 'E.g. a sub-rule, an attached policy or a listener rule created outside. Exclusive variants of these resources seem to exist for two services, for the rest added extras remain invisible.',
      },
      {
        title: 'Provider {version} no longer reports an attribute changed outside',
        text: 'An older one did show "Objects have changed outside of Terraform". I\'ve edited the retention by hand to test it: nothing. Bug or intended?',
      },
    ],
    settings: [
      'During incidents people have console write access and they do use it.',
      'Rules are separate attachments, so additional ones made by hand are in no state file.',
      'The nightly drift job has reported "no changes" for half a year.',
      'We inherited the account with an unknown number of hand-made things in it.',
      'CI plans with -refresh=false because a full refresh takes eleven minutes.',
      'Tags are on ignore_changes, as another tool writes them.',
    ],
    attempts: [
      'I edited a value in the console on purpose and the next plan still came out empty.',
      'A refresh-only plan lists nothing either, although the live value is plainly different.',
      'Comparing an export of the account with all state files by script found 212 unmanaged objects.',
      'Alarms on console write events in the audit log catch the edit, but nobody maps it to code afterwards.',
      "Setting the optional argument explicitly makes the difference visible, so I'd have to set every argument there is.",
      'We took write access away and gave it back after the next outage.',
    ],
    effects: [
      'An open ssh port stood in production for four months under a green drift report.',
      'The next unrelated apply undid the emergency fix and the outage came back.',
      'We rebuilt the region from code and it lacked everything that had ever been done by hand.',
      'Our compliance report says code equals cloud, and I now know this to be untrue.',
      'Nobody can tell which settings are intended and which were left behind from a bad night.',
      "A hand-made database wasn't in any backup plan, since no code knew of it.",
    ],
    code: [
      `$ skerry sg list-rules web | grep 22
ingress tcp 22 0.0.0.0/0   (created by console)
$ terraform plan
No changes. Your infrastructure matches the configuration.`,
    ],
  },
  {
    id: 'old-pods-drop-requests-when-terminated',
    area: 'CLOUD_INFRA_DEPLOY',
    painType: 'bug',
    life: { kind: 'bursting', perWeek: 3, phase: 9.5 },
    near: ['new-pods-get-traffic-before-ready'],
    projects: [
      'brackenhill/helmsman-lite',
      'dovetailops/rollgate',
      'saltmarsh/meshkeeper',
      'saltmarsh/ingress-salt',
      'ironwillow/groundwork',
    ],
    tellings: [
      {
        title: '502s on every deploy while old pods are going away',
        text: "The ingress goes on sending to a pod that has already got SIGTERM. The new ones are fine, the errors are all from the dying replica's address.",
      },
      {
        title: 'Connection reset in the second between SIGTERM and endpoint removal',
        text: 'Two things happen in parallel: kubelet signals the container, and the endpoint is taken out. If the process is quicker to leave than kube-proxy is to learn of it, clients hit a closed port.',
      },
      {
        title: "Graceful shutdown isn't",
        text: 'our Node app closes the listener at once on the signal. in-flight uploads cut off, {n} of them at the last release. customers love it',
      },
      {
        title: 'Websocket users all kicked at the same instant on rollout',
        text: 'When the previous ReplicaSet is scaled down everyone attached to it is thrown out. Is a gradual drain too much to ask for?',
      },
      {
        title: 'preStop sleep 15 considered state of the art',
        text: "Really? We park an exiting container for fifteen seconds so that load balancers get the memo. That's the recommended solution in {version} of the docs.",
      },
      {
        title: 'gRPC clients stick to a terminated backend',
        text: "Long-lived HTTP/2 connections don't get a GOAWAY, they keep using the pod until it's SIGKILLed after the grace period, and then see UNAVAILABLE.",
      },
      {
        title: 'shell wrapper as PID 1 swallows the signal',
        text: 'So the program never hears that it should stop, keeps on accepting for 30 seconds and gets killed in the middle of answering. Found after {minutes} minutes of staring at exit code 137.',
      },
      {
        title: 'Sidecar exits before the main container on scale-down',
        text: "Proxy is gone, application is still finishing its work and can't reach the database anymore. Only ever in the last seconds of a pod's life.",
      },
      {
        title: 'Node drain for an upgrade gives a spike of failures',
        text: "Cordon, evict, boom: {percent}% of requests fail for some seconds. A PodDisruptionBudget guards the number of replicas but not the requests they're busy with.",
      },
      {
        title: 'Zero-downtime deploys that have downtime',
        text: 'Each release drops a handful of payments. Traced one: routed to 10.4.2.17 at 12:00:03.2, and 10.4.2.17 had said goodbye at 12:00:03.0.',
      },
      {
        title: 'Cloud load balancer deregistration takes longer than terminationGracePeriodSeconds',
        text: "LB drains for 300s, kubelet kills after 30. In the 270 in between the target is considered usable while no one's home.",
      },
      {
        title: 'Uvicorn workers cancelled mid-response on pod deletion',
        text: 'Background: `--timeout-graceful-shutdown` is set, logs say "Waiting for connections to close", and half a second later the task is cancelled anyway with {project} {version}.',
      },
      {
        title: 'Consumers lose the message they were processing on redeploy',
        text: 'Not HTTP this time: the outgoing worker is killed between fetch and ack. Redelivery after the visibility timeout, so 12 minutes late.',
      },
      {
        title: 'Keep-alive connections from the proxy outlive the backend',
        text: "nginx reuses an upstream connection to a replica that is shutting down, gets RST, and won't retry a POST. A tiny window, {n} times a day.",
      },
      {
        title: "Spot reclaim: two minutes' notice, none of it used",
        text: "Node goes, its pods are deleted, what they were working on is simply cut. I'd expected that the remaining 110 seconds would go to finishing open requests.",
      },
    ],
    settings: [
      'We roll out about twenty times a day with maxUnavailable 0 and maxSurge 1.',
      'Traffic arrives by an nginx ingress in front of kube-proxy in iptables mode.',
      'terminationGracePeriodSeconds is at its default of 30.',
      'The container starts by a shell script, which then starts the JVM.',
      'Requests of our customers can take up to 40 seconds, since they upload files.',
      'A mesh sidecar runs in each pod and gets its signal at the same time as the app.',
      'Cluster autoscaler removes nodes all day long.',
    ],
    attempts: [
      'A preStop sleep of ten seconds makes it rarer, not gone.',
      'Setting a longer grace period only helps when the process actually waits.',
      'I failed the readiness probe upon SIGTERM, but the endpoint is removed only three periods later.',
      'With exec in the entrypoint the signal arrives, and then the server stops listening too early.',
      'Connection draining on the load balancer was lowered to 20 seconds and old targets still get picked.',
      'Client retries cover the GETs and nobody dares to retry the POSTs.',
      'We tried a PodDisruptionBudget, it has nothing to say about in-flight requests.',
    ],
    effects: [
      'Every release costs us between ten and fifty failed checkouts.',
      'We deploy at night again, in the age of rolling updates.',
      'Error budget for the month is used up by terminating pods alone.',
      'Uploads break off at 90 percent and the customer has to begin anew.',
      'On-call ignores 502 alarms in deploy windows, including the genuine ones.',
      'Support can tell when we ship by the phone ringing.',
    ],
    code: [
      `lifecycle:
  preStop:
    exec: { command: ['sh', '-c', 'sleep 15'] }   # please, no
terminationGracePeriodSeconds: 45`,
      `[error] 31#31: connect() failed (111: Connection refused) while connecting to upstream,
upstream: "http://10.4.2.17:8080/pay"   # pod Terminating since 0.2s`,
    ],
  },
  {
    id: 'new-pods-get-traffic-before-ready',
    area: 'CLOUD_INFRA_DEPLOY',
    painType: 'bug',
    life: { kind: 'emerging', perWeek: 1.7, phase: 4.25 },
    near: ['old-pods-drop-requests-when-terminated'],
    projects: ['saltmarsh/meshkeeper', 'brackenhill/helmsman-lite', 'dovetailops/rollgate', 'saltmarsh/ingress-salt'],
    tellings: [
      {
        title: 'First requests to a fresh pod time out',
        text: 'Readiness says yes as soon as the port is open, but the JIT is cold and the caches are empty. p99 is at 9 s for the first {minutes} minutes after each rollout.',
      },
      {
        title: "Traffic reaches replicas which haven't finished their warm-up",
        text: '/healthz returns 200 because the web server is up; the model is still being loaded in a thread. Users get 503 from us in the meantime.',
      },
      {
        title: "Rolling update proceeds though new version can't serve yet",
        text: "minReadySeconds is 0, one lucky probe and on to the next one. Within 20 seconds everything healthy has been swapped for something that's half awake.",
      },
      {
        title: 'Readiness flaps right after start',
        text: 'ready, not ready, ready, not ready. ingress reloads each time and a share of the calls lands in the gap',
      },
      {
        title: 'Startup probe passes, connection pool is empty',
        text: "Spring reports UP, then the first {n} callers each open a DB connection and wait for the handshake. It's a herd, every time we ship.",
      },
      {
        title: 'Mesh sends calls before the sidecar has its config',
        text: 'App container starts quicker than the proxy gets its routes. Connection refused for anything it tries in its first two or three seconds of life.',
      },
      {
        title: 'HPA scale-up makes latency worse',
        text: 'More load, more pods, and the newly added ones are so slow in their first minute that they pull the average up, which adds more pods. A lovely spiral.',
      },
      {
        title: 'Load balancer marks target healthy after one check',
        text: 'Interval 10s, threshold 1. Class loading takes 40. Guess what our customers see during the other 30.',
      },
      {
        title: 'readinessProbe on / is answered by nginx, not by the php behind it',
        text: "So a pod whose php-fpm isn't running yet gets its full share. Yes, our own fault; but is there really no way to make the kubelet demand several successes over a period?",
      },
      {
        title: 'Slow start weights for newly joined endpoints?',
        text: 'Round robin hands a just-born instance the same portion as one that has been running for a week. {project} {version} removed the annotation for ramping up.',
      },
      {
        title: 'Errors come only from replicas younger than a minute',
        text: 'Plotted failures against pod age: a cliff. Everything above 60 seconds of age is flawless, new arrivals fail {percent}% of their calls.',
      },
      {
        title: 'Config map not mounted yet when the gate opens',
        text: "With the secrets driver the file shows up a bit late, the service starts with defaults, reports that it's happy, and answers with the wrong tenant's settings until it reloads.",
      },
    ],
    settings: [
      'The service needs about forty seconds to load its model, the port is open after two.',
      "It's a JVM with 1,200 beans and a cold JIT.",
      "Readiness is a plain TCP check inherited from the chart's defaults.",
      'An HPA adds between five and thirty pods each morning around nine.',
      'The proxy in front does round robin, with no weights.',
      'Startup probe and readiness probe point at the same endpoint.',
    ],
    attempts: [
      'initialDelaySeconds of 60 works on quiet nodes and is too short on busy ones.',
      'minReadySeconds slows the rollout, yet the fresh pod still gets its full share at once.',
      "I send a hundred warm-up calls from a postStart hook, which isn't waited for.",
      'A readiness endpoint that checks the database made all pods unready when the database hiccuped.',
      'Raising successThreshold to 5 delays the bad minute, then it happens as before.',
      'Class data sharing took the cold phase from forty to twenty-five seconds.',
    ],
    effects: [
      'Each scale-up in the morning begins with a minute of timeouts for the users who came first.',
      'A bad version replaced all good pods within 20 seconds, since each one looked ready.',
      'Latency alarms go off after every release, always from pods under a minute old.',
      'We run twice as many replicas as needed, just so that we never have to add one at peak.',
      'Canary analysis fails good releases, because it measures their cold first minute.',
      'Callers open their circuit breakers on the newcomers and then on everything.',
    ],
    code: [
      `readinessProbe:
  tcpSocket: { port: 8080 }   # open at t+2s, model loaded at t+41s
  periodSeconds: 5`,
    ],
  },
  {
    id: 'cross-zone-and-nat-traffic-bill-surprise',
    area: 'CLOUD_INFRA_DEPLOY',
    painType: 'complaint',
    life: { kind: 'emerging', perWeek: 1.7, phase: 0 },
    projects: ['skerrycloud/tf-network', 'ironwillow/groundwork', 'saltmarsh/meshkeeper', 'fernhollow/costwatch'],
    tellings: [
      {
        title: 'NAT gateway costs more than all our compute',
        text: 'Woke up to an invoice where "data processing" is the largest line. It\'s container images pulled from the provider\'s own registry through the NAT. Their registry! To their machines!',
      },
      {
        title: 'Nobody tells you that pods talking across zones is billed both ways',
        text: 'One cent out, one cent in, {n} TB a month. Kubernetes spreads replicas over zones as best practice and then Services pick backends blindly.',
      },
      {
        title: 'Egress is a hostage fee',
        text: 'Moving 40 TB of our own logs out to another vendor would be more expensive than having stored them for a year. Pricing page lists it under "other".',
      },
      {
        title: 'Kafka replication ate the budget',
        text: "Three brokers, three availability zones, replication factor three. Do the maths before you do what the reference architecture says, I didn't.",
      },
      {
        title: 'invoice went from 2k to 11k and the cost report just says "Compute: other"',
        text: 'thanks, very helpful. which workload? which destination? flow logs cost extra too lol',
      },
      {
        title: 'Traffic to object storage in the same region went over the public path',
        text: "We had forgotten the gateway endpoint in one of {n} VPCs. It's free, it's one resource, and its absence was four digits a month. Why isn't that the default?",
      },
      {
        title: 'Health checks and metrics scraping are a third of our inter-zone bytes',
        text: 'Prometheus sits in zone a, scrapes 900 pods in b and c every 15 s. I feel stupid for paying for that.',
      },
      {
        title: 'Public IPv4 fee + idle load balancers + snapshots no one owns',
        text: "Death by small lines. Each under 100, together they're more than our database.",
      },
      {
        title: 'Moved to the cloud to save money, ha',
        text: 'Bandwidth which used to be flat rate in the colo is now {percent}% of our spend, and the forecast tool only notices a week late.',
      },
      {
        title: 'A retry loop downloaded the same 3 GB file all weekend',
        text: 'Budget alarm is evaluated once a day and comes by mail. By the time anybody read it the transfer fees were at 6,800.',
      },
      {
        title: 'VPN/peering/transit charges are impossible to predict',
        text: "There's the hourly attachment, a per-gigabyte fee, then the cross-AZ one on top. Three calculators, three results, none is what {project} ended up paying.",
      },
      {
        title: 'Dear clouds, charge for work, not for packets',
        text: 'My staging environment idles. It idles at 400 a month, as its services gossip between data centres that are 2 km apart.',
      },
    ],
    settings: [
      'We run three availability zones because every guide says so.',
      'About 60 nodes in private subnets pull images of 2 GB on each start.',
      'Metrics and logs are shipped from all zones to a collector in one.',
      'Accounts are split by team, with a central network account that carries the transfer fees.',
      'A mesh spreads calls evenly over all backends, wherever they are.',
      'Budget alarms are daily and go to a shared mailbox.',
    ],
    attempts: [
      'Gateway endpoints for object storage took a third off, that was the easy part.',
      'Topology-aware routing works until a zone has too few endpoints and then switches itself off.',
      'A pull-through cache in each zone removed most of the image traffic.',
      'We turned on flow logs to find the culprit and these became a line of their own.',
      'Support explained the price list to us and closed the ticket.',
      'Squeezing everything into one zone halves the bill and scares everybody.',
      'Compression between brokers helped by 40 percent at the price of CPU.',
    ],
    effects: [
      'Our runway is two months shorter because of a line called "Other".',
      'Finance now wants to approve each new service.',
      'I spent a sprint on bytes instead of on the product.',
      'We gave up the second zone in staging and found a zone bug in production.',
      'The free tier of our product loses money on transfer alone.',
      'Nobody dares to look at logs in detail, since reading them back costs extra.',
    ],
    code: [
      `compute / other
  nat-gateway-bytes         4,212.80
  transfer-inter-zone       2,977.31
  everything with a name    1,804.02`,
    ],
  },
  {
    id: 'preview-environments-left-behind',
    area: 'CLOUD_INFRA_DEPLOY',
    painType: 'feature_request',
    life: { kind: 'dead', perWeek: 0.6, phase: 11 },
    projects: [
      'dovetailops/rollgate',
      'dovetailops/stackwright',
      'brackenhill/helmsman-lite',
      'fernhollow/costwatch',
      'pebbleway/previewbay',
    ],
    tellings: [
      {
        title: 'Tear down review apps when the pull request is closed',
        text: 'Closing the PR should remove the namespace, the database and the DNS entry. Currently {n} of ours are still running for branches that were merged long ago.',
      },
      {
        title: 'TTL for ephemeral environments, please',
        text: '"delete after 3 days without a push" as one line of config. That\'s the feature.',
      },
      {
        title: 'Orphans, orphans everywhere',
        text: 'just counted: 61 preview deployments, 9 open PRs. would love a garbage collector in {project}',
      },
      {
        title: 'Handle force-deleted branches',
        text: 'If the branch disappears before the cleanup job is run, its workflow file is gone as well and so nothing ever cleans up. Could teardown be driven from outside the branch?',
      },
      {
        title: 'Feature request: scale previews to zero outside working hours',
        text: "I don't even need them deleted. It's enough if a demo stack that no one has opened since Tuesday stops eating memory.",
      },
      {
        title: 'A list of what belongs to an environment',
        text: 'Namespace goes away fine, but bucket, DNS records, OAuth redirect entries and the Postgres schema stay. I wish each created thing carried a label so a single command could sweep it.',
      },
      {
        title: 'Failed destroy leaves half an environment and no state',
        text: 'Teardown timed out after {minutes} minutes with a stuck finalizer. Re-running says "environment not found". Please keep the record until everything is in fact gone.',
      },
      {
        title: 'We hit the wildcard certificate / subdomain limit with stale demos',
        text: 'Quota of {n} hostnames, mostly taken by previews of people who have left. An overview with age and owner plus a delete button would be plenty.',
      },
      {
        title: 'Draft PRs get a full stack too',
        text: 'Would it be possible to start it upon a label or comment, rather than for every robot that bumps a dependency? Those make up most of the zombies.',
      },
      {
        title: 'Bring-your-own cleanup hook',
        text: 'Our previews include a seat in a third-party sandbox. Let us register a script which is called on removal, with retries, so those are given back.',
      },
      {
        title: 'Stale review instance still indexed, with test data of a real customer',
        text: "Merged in January, publicly reachable in June. It'd be good if expiry were on by default and not something that each team forgets in its own way.",
      },
      {
        title: 'Idle staging copies are {percent}% of our cluster',
        text: 'Wish there was a policy like: max two per person, oldest one evicted. Our quota is first come first served and the dead hold all the places.',
      },
    ],
    settings: [
      'Every pull request gets a namespace, a Postgres and a hostname.',
      'About 80 pull requests a week, a good half of them opened by bots.',
      'Cleanup is a workflow in the branch itself, triggered upon close.',
      'Some of the resources live outside of the cluster, buckets and DNS entries for instance.',
      'A preview costs us around four dollars a day, asleep or not.',
      'Teams have their own templates for it, so each forgets something else.',
    ],
    attempts: [
      "A weekly script compares namespaces with open pull requests and misses everything which isn't a namespace.",
      "I gave all of it labels and a cron, until a finalizer got stuck and it's been hanging since.",
      "We ask people to press destroy, they don't.",
      'Limiting previews to ten made folks wait behind environments of closed branches.',
      'Deleting the namespace by hand left the disk and the load balancer running.',
      'A TTL controller exists for Kubernetes objects but knows nothing about our DNS provider.',
    ],
    effects: [
      'Stale previews cost us more than production in March.',
      'New pull requests get no environment because the quota is held by dead ones.',
      'A forgotten demo with customer data was found by a search engine.',
      "I sweep up other people's leftovers every second Friday.",
      'Testers reviewed the wrong branch for a day, since its old address still answered.',
      'The cluster autoscaler keeps six nodes alive for apps nobody has opened in weeks.',
    ],
    code: [
      `$ kubectl get ns -l preview=true --no-headers | wc -l
61
$ gh pr list --state open --json number --jq length
9`,
    ],
  },
];
