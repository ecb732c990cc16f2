import type { Pain } from '../parts/pain.ts';

export const cloudInfraDeploy: Pain[] = [
  {
    id: 'terraform-plan-shows-changes-nobody-made',
    area: 'CLOUD_INFRA_DEPLOY',
    painType: 'bug',
    life: { kind: 'surging', perWeek: 7.5, phase: 6 },
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
        title: 'Terraform plan shows changes nobody made',
        text: 'Apply, everything ok, plan again: the same three attributes are "updated in-place". Nobody has been near that account. It has been like this for {n} applies in a row.',
      },
      {
        title: 'Terraform plan shows changes after every apply, nobody made any',
        text: 'We declare them in the order that makes sense to humans, the provider reads them back in another one and wants to swap them until kingdom come.',
      },
      {
        title: 'Terraform plan always shows changes nobody made',
        text: "{n} resources to change on an untouched stack. Provider {version}. Reviewers can't spot the one real modification between that noise.",
      },
      {
        title: 'Terraform plan shows tag changes nobody made',
        text: 'State says "", config says null, provider says "forces replacement". Production. For a semantic nothing.',
      },
      {
        title: 'Terraform plan shows changes to security group rules nobody made',
        text: "Whitespace, and a single-element list collapsed into a string. The policy is equal, the text isn't, and so each run offers to fix it.",
      },
      {
        title: 'Terraform plan never empty, shows changes nobody made',
        text: 'it says "1 changed", i believe it, i run it again, "1 to change". what did you change then',
      },
      {
        title: 'Terraform plan shows changes nobody made on an untouched stack',
        text: "Defaults which used to be absent from state are now filled in. No config commit since May and still there's a wall of yellow tildes.",
      },
      {
        title: 'Terraform plan shows changes nobody made since provider {version}',
        text: "It's not a change made by a person, it's the system doing its job, and yet we get a diff forever. ignore_changes on a dozen modules, then.",
      },
      {
        title: 'Why does Terraform plan show changes nobody made?',
        text: "Something in templatefile isn't deterministic (a map?). Launch template gets a new revision on every run, which rolls {n} instances for no reason at all.",
      },
      {
        title: 'Terraform plan shows the same changes every time, nobody made them',
        text: 'The API answers with /resourcegroups/, we wrote /resourceGroups/. Same object by its own documentation. Plan: destroy and recreate. I nearly typed yes.',
      },
      {
        title: 'Terraform plan shows policy changes nobody made',
        text: '-detailed-exitcode returns 2 every night because of rounding of a memory value, 512 vs 512.0. Alert fatigue is now complete.',
      },
      {
        title: 'Perpetual diff: Terraform plan shows changes nobody made',
        text: 'depends_on on a module defers its data sources, so all things downstream are "unknown" and hence pending, even though their values come out the same as before.',
      },
      {
        title: 'Terraform plan shows changes nobody made',
        text: 'Not Terraform proper, but same bridge underneath: trailing newline in the PEM. Stored without, compared with.',
      },
      {
        title: 'Terraform plan shows changes after every apply, nobody made any',
        text: "Same lines as yesterday and the day before. Sensitive values, too, so I can't even see what it believes is different: (sensitive value) -> (sensitive value).",
      },
      {
        title: 'Terraform plan always shows changes nobody made',
        text: 'last_applied = timestamp() looked harmless. Now each run is "1 to change" by construction. A warning would have been kind.',
      },
      {
        title: 'Terraform plan shows tag changes nobody made',
        text: "The chart's NOTES contain a generated password, manifest comparison sees a new one each time, revision is at {n} with zero differences in what runs.",
      },
      {
        title: 'Terraform plan shows changes to security group rules nobody made',
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
    life: { kind: 'returning', perWeek: 2, phase: 6.85 },
    near: ['terraform-plan-shows-changes-nobody-made'],
    projects: ['plumbstone/tfkit', 'ironwillow/groundwork', 'dovetailops/stackwright', 'skerrycloud/provider-skerry'],
    tellings: [
      {
        title: 'Terraform plan does not detect manual changes',
        text: "How come? The rule was added as a separate object that isn't in our state, so as far as Terraform is concerned it doesn't exist. Is there a way of seeing such things?",
      },
      {
        title: 'Terraform misses changes made in the console',
        text: "A colleague bumped a timeout by hand during an incident. Config has the old value, cloud the new one, plan is empty. I'd expect the opposite.",
      },
      {
        title: 'Terraform plan says "No changes" after a manual change',
        text: 'We changed a bucket policy in the web UI as an experiment. Refresh ran and claimed the infrastructure matches. Which attributes are looked at, is that written down anywhere?',
      },
      {
        title: 'Manual changes in the console not detected by Terraform',
        text: 'The drift check has been green every night. Turns out the argument isn\'t set in our code and is "optional+computed", so whatever it finds there is accepted as the truth.',
      },
      {
        title: 'Terraform plan clean despite manual change',
        text: 'We ignore the tags since a cost tool writes them. Now someone has removed the backup tag by hand and no one was told.',
      },
      {
        title: 'Terraform does not notice drift from manual edits',
        text: "There's an entire VPC made by hand in 2022. I only found it in the invoice.",
      },
      {
        title: 'How to detect manual changes with Terraform?',
        text: 'Turned it on because refresh takes {minutes} minutes. I realise now we compare code with our memory of the cloud rather than with the cloud. What do others do, nightly full refresh?',
      },
      {
        title: 'Manual console changes invisible to Terraform plan',
        text: "Write-only arguments aren't read back by design. Okay, but then how am I supposed to know that the live password differs from the one declared?",
      },
      {
        title: 'Drift not detected: Terraform plan ignores manual changes',
        text: 'boss edits the load balancer at 2am, next morning plan = clean, next apply of something else silently reverts half of it. which half? how would you guard against this',
      },
      {
        title: 'Terraform refresh does not detect manual change',
        text: 'Two providers manage the zone. The record was repointed at the registrar level and from here all seems well. Can I make it verify what actually resolves?',
      },
      {
        title: 'Why does Terraform plan not show a manual change?',
        text: 'E.g. a sub-rule, an attached policy or a listener rule created outside. Exclusive variants of these resources seem to exist for two services, for the rest added extras remain invisible.',
      },
      {
        title: 'Terraform plan misses security group changed manually',
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
    life: { kind: 'steady', perWeek: 1.8, phase: 1.5 },
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
        title: 'Old pods drop requests during a deploy',
        text: "The ingress goes on sending to a pod that has already got SIGTERM. The new ones are fine, the errors are all from the dying replica's address.",
      },
      {
        title: 'Old pods drop requests when they are terminated',
        text: 'Two things happen in parallel: kubelet signals the container, and the endpoint is taken out. If the process is quicker to leave than kube-proxy is to learn of it, clients hit a closed port.',
      },
      {
        title: 'Terminating pods drop requests on every deploy',
        text: 'our Node app closes the listener at once on the signal. in-flight uploads cut off, {n} of them at the last release. customers love it',
      },
      {
        title: 'Old pods drop requests with 502 during deploy',
        text: 'When the previous ReplicaSet is scaled down everyone attached to it is thrown out. Is a gradual drain too much to ask for?',
      },
      {
        title: 'Requests dropped when old pods are terminated',
        text: "Really? We park an exiting container for fifteen seconds so that load balancers get the memo. That's the recommended solution in {version} of the docs.",
      },
      {
        title: 'Old pods drop in-flight requests on SIGTERM',
        text: "Long-lived HTTP/2 connections don't get a GOAWAY, they keep using the pod until it's SIGKILLed after the grace period, and then see UNAVAILABLE.",
      },
      {
        title: 'Pods drop requests when terminated, 502 errors on deploy',
        text: 'So the program never hears that it should stop, keeps on accepting for 30 seconds and gets killed in the middle of answering. Found after {minutes} minutes of staring at exit code 137.',
      },
      {
        title: 'Old pods drop requests in rolling update',
        text: "Proxy is gone, application is still finishing its work and can't reach the database anymore. Only ever in the last seconds of a pod's life.",
      },
      {
        title: 'Terminated pods drop requests since {version}',
        text: "Cordon, evict, boom: {percent}% of requests fail for some seconds. A PodDisruptionBudget guards the number of replicas but not the requests they're busy with.",
      },
      {
        title: 'Graceful shutdown: old pods still drop requests',
        text: 'Each release drops a handful of payments. Traced one: routed to 10.4.2.17 at 12:00:03.2, and 10.4.2.17 had said goodbye at 12:00:03.0.',
      },
      {
        title: 'Old pods drop requests before they leave the endpoints',
        text: "LB drains for 300s, kubelet kills after 30. In the 270 in between the target is considered usable while no one's home.",
      },
      {
        title: 'How to stop old pods from dropping requests?',
        text: 'Background: `--timeout-graceful-shutdown` is set, logs say "Waiting for connections to close", and half a second later the task is cancelled anyway with {project} {version}.',
      },
      {
        title: 'Old pods drop requests during a deploy',
        text: 'Not HTTP this time: the outgoing worker is killed between fetch and ack. Redelivery after the visibility timeout, so 12 minutes late.',
      },
      {
        title: 'Old pods drop requests when they are terminated',
        text: "nginx reuses an upstream connection to a replica that is shutting down, gets RST, and won't retry a POST. A tiny window, {n} times a day.",
      },
      {
        title: 'Terminating pods drop requests on every deploy',
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
    life: { kind: 'emerging', perWeek: 1.05, phase: 1.43 },
    near: ['old-pods-drop-requests-when-terminated'],
    projects: ['saltmarsh/meshkeeper', 'brackenhill/helmsman-lite', 'dovetailops/rollgate', 'saltmarsh/ingress-salt'],
    tellings: [
      {
        title: 'New pods get traffic before they are ready',
        text: 'Readiness says yes as soon as the port is open, but the JIT is cold and the caches are empty. p99 is at 9 s for the first {minutes} minutes after each rollout.',
      },
      {
        title: 'Traffic sent to pods that are not ready',
        text: '/healthz returns 200 because the web server is up; the model is still being loaded in a thread. Users get 503 from us in the meantime.',
      },
      {
        title: 'Readiness probe passes too early, new pods time out',
        text: "minReadySeconds is 0, one lucky probe and on to the next one. Within 20 seconds everything healthy has been swapped for something that's half awake.",
      },
      {
        title: 'New pods receive requests before warm-up is done',
        text: 'ready, not ready, ready, not ready. ingress reloads each time and a share of the calls lands in the gap',
      },
      {
        title: 'First requests to a new pod time out',
        text: "Spring reports UP, then the first {n} callers each open a DB connection and wait for the handshake. It's a herd, every time we ship.",
      },
      {
        title: 'Pods get traffic before they are warm',
        text: 'App container starts quicker than the proxy gets its routes. Connection refused for anything it tries in its first two or three seconds of life.',
      },
      {
        title: 'New pods not ready but already get traffic',
        text: 'More load, more pods, and the newly added ones are so slow in their first minute that they pull the average up, which adds more pods. A lovely spiral.',
      },
      {
        title: 'Timeouts after deploy, traffic hits pods before ready',
        text: 'Interval 10s, threshold 1. Class loading takes 40. Guess what our customers see during the other 30.',
      },
      {
        title: 'Readiness probe says ready too early for new pods',
        text: "So a pod whose php-fpm isn't running yet gets its full share. Yes, our own fault; but is there really no way to make the kubelet demand several successes over a period?",
      },
      {
        title: '503 from new pods that are not ready',
        text: 'Round robin hands a just-born instance the same portion as one that has been running for a week. {project} {version} removed the annotation for ramping up.',
      },
      {
        title: 'Rolling update sends traffic to pods before they are ready',
        text: 'Plotted failures against pod age: a cliff. Everything above 60 seconds of age is flawless, new arrivals fail {percent}% of their calls.',
      },
      {
        title: 'Traffic reaches new pods before the cache is loaded',
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
    life: { kind: 'emerging', perWeek: 2, phase: 2.55 },
    projects: ['skerrycloud/tf-network', 'ironwillow/groundwork', 'saltmarsh/meshkeeper', 'fernhollow/costwatch'],
    tellings: [
      {
        title: 'NAT gateway traffic doubles the cloud bill',
        text: 'Woke up to an invoice where "data processing" is the largest line. It\'s container images pulled from the provider\'s own registry through the NAT. Their registry! To their machines!',
      },
      {
        title: 'Cross-zone and NAT gateway traffic doubles the cloud bill',
        text: 'One cent out, one cent in, {n} TB a month. Kubernetes spreads replicas over zones as best practice and then Services pick backends blindly.',
      },
      {
        title: 'NAT gateway traffic costs more than our compute',
        text: 'Moving 40 TB of our own logs out to another vendor would be more expensive than having stored them for a year. Pricing page lists it under "other".',
      },
      {
        title: 'Surprise: cross-zone traffic doubles the cloud bill',
        text: "Three brokers, three availability zones, replication factor three. Do the maths before you do what the reference architecture says, I didn't.",
      },
      {
        title: 'NAT gateway traffic doubles the cloud bill, nobody noticed',
        text: 'thanks, very helpful. which workload? which destination? flow logs cost extra too lol',
      },
      {
        title: 'Cross-zone traffic between pods doubles the cloud bill',
        text: "We had forgotten the gateway endpoint in one of {n} VPCs. It's free, it's one resource, and its absence was four digits a month. Why isn't that the default?",
      },
      {
        title: 'Huge cloud bill because of NAT gateway traffic',
        text: 'Prometheus sits in zone a, scrapes 900 pods in b and c every 15 s. I feel stupid for paying for that.',
      },
      {
        title: 'NAT and cross-zone traffic double the cloud bill',
        text: "Death by small lines. Each under 100, together they're more than our database.",
      },
      {
        title: 'NAT gateway traffic for egress doubles the cloud bill',
        text: 'Bandwidth which used to be flat rate in the colo is now {percent}% of our spend, and the forecast tool only notices a week late.',
      },
      {
        title: 'Cross-zone traffic doubles the cloud bill every month',
        text: 'Budget alarm is evaluated once a day and comes by mail. By the time anybody read it the transfer fees were at 6,800.',
      },
      {
        title: 'NAT gateway traffic of image pulls doubles the cloud bill',
        text: "There's the hourly attachment, a per-gigabyte fee, then the cross-AZ one on top. Three calculators, three results, none is what {project} ended up paying.",
      },
      {
        title: 'NAT gateway traffic doubles the cloud bill and is shown nowhere',
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
        title: 'Delete preview environments when the pull request is closed',
        text: 'Closing the PR should remove the namespace, the database and the DNS entry. Currently {n} of ours are still running for branches that were merged long ago.',
      },
      {
        title: 'Preview environments are left behind after merge',
        text: '"delete after 3 days without a push" as one line of config. That\'s the feature.',
      },
      {
        title: 'Preview environments never cleaned up',
        text: 'just counted: 61 preview deployments, 9 open PRs. would love a garbage collector in {project}',
      },
      {
        title: 'Old preview environments keep running',
        text: 'If the branch disappears before the cleanup job is run, its workflow file is gone as well and so nothing ever cleans up. Could teardown be driven from outside the branch?',
      },
      {
        title: 'Clean up preview environments automatically',
        text: "I don't even need them deleted. It's enough if a demo stack that no one has opened since Tuesday stops eating memory.",
      },
      {
        title: 'Preview environments left behind cost money',
        text: 'Namespace goes away fine, but bucket, DNS records, OAuth redirect entries and the Postgres schema stay. I wish each created thing carried a label so a single command could sweep it.',
      },
      {
        title: 'TTL for preview environments',
        text: 'Teardown timed out after {minutes} minutes with a stuck finalizer. Re-running says "environment not found". Please keep the record until everything is in fact gone.',
      },
      {
        title: 'Remove preview environments of closed pull requests',
        text: 'Quota of {n} hostnames, mostly taken by previews of people who have left. An overview with age and owner plus a delete button would be plenty.',
      },
      {
        title: 'Preview environments pile up, no cleanup',
        text: 'Would it be possible to start it upon a label or comment, rather than for every robot that bumps a dependency? Those make up most of the zombies.',
      },
      {
        title: 'Automatic cleanup of old preview environments',
        text: 'Our previews include a seat in a third-party sandbox. Let us register a script which is called on removal, with retries, so those are given back.',
      },
      {
        title: 'Preview environment left running after branch was deleted',
        text: "Merged in January, publicly reachable in June. It'd be good if expiry were on by default and not something that each team forgets in its own way.",
      },
      {
        title: 'Preview environments with databases left behind',
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
