import type { Pain } from '../parts/pain.ts';

export const securityCompliance: Pain[] = [
  {
    id: 'scanner-flags-code-nobody-calls',
    area: 'SECURITY_COMPLIANCE',
    painType: 'complaint',
    life: { kind: 'steady', perWeek: 1.2, phase: 6.0 },
    near: ['scanner-misses-vulnerable-dependency'],
    projects: ['oakvale/sentinel-scan', 'ferncliff/depwarden', 'mirebrook/lockaudit', 'oakvale/sentinel-cli'],
    tellings: [
      {
        title: 'Scanner flags vulnerabilities in code nobody calls',
        text: 'Every one sits in a dev tool that never ships. I spent the day proving that each advisory cannot be triggered, and tomorrow there will be new ones.',
      },
      {
        title: 'Vulnerability scanner flags code nobody calls',
        text: 'An attacker would have to edit our own webpack config to exploit it. The scanner still paints the release red.',
      },
      {
        title: 'npm audit flags vulnerabilities in code nobody calls',
        text: 'The affected method lives in a submodule of the package, we use a different one. Nobody reads the list any more, which is the real danger.',
      },
      {
        title: 'Scanner flags vulnerable functions in code nobody calls',
        text: 'Reachability analysis has existed in papers for a decade. Showing {n} critical items where zero matter trains people to click ignore.',
      },
      {
        title: 'False positives: scanner flags code nobody calls',
        text: 'Base layer contains less and perl, neither runs in production. We now carry an exceptions file longer than the Dockerfile.',
      },
      {
        title: 'Scanner flags vulnerabilities in dev code nobody calls',
        text: 'third friday in a row the pipeline stops for a prototype pollution thing inside a jest reporter. i am so tired of it',
      },
      {
        title: 'Scanner flags code nobody calls and blocks the release',
        text: 'The base score says nothing about our usage. Please let context lower the severity, or at least sort by exploitability.',
      },
      {
        title: 'Scanner flags {n} vulnerabilities in code nobody calls',
        text: 'I justified those entries in spring with a paragraph each. Now they are back and my paragraphs are gone.',
      },
      {
        title: 'Scanner flags vulnerabilities in code nobody calls, should ignore it',
        text: 'H2 is only on the classpath of our integration tests. {project} reports its web console hole as if we exposed it to the internet.',
      },
      {
        title: 'Scanner flags too much in code nobody calls',
        text: 'There is no kernel in a container! Whoever matched package names to CVE ids without looking deserves to triage these.',
      },
      {
        title: 'Scanner flags unreachable vulnerabilities in code nobody calls',
        text: 'Honest question. Closing them as "vulnerable code is not used" by hand takes one of us a full day per sprint.',
      },
      {
        title: 'Scanner flags code nobody calls as critical',
        text: 'A new advisory was published against an optional peer that we have excluded since {version}. Management saw the colour and called.',
      },
      {
        title: 'Vulnerability scanner does not check reachability',
        text: 'We tracked it. {percent}% were dead code, docs tooling or example folders inside packages.',
      },
      {
        title: 'Scanner flags vulnerabilities in code nobody calls',
        text: 'We publish not_affected documents with a justification, and the tool downloads them and then lists everything anyway.',
      },
    ],
    settings: [
      'The gate blocks a merge on any high or critical entry, whatever the scope.',
      'We are eleven services in one monorepo with about 2,900 resolved packages.',
      'It runs on the lock file alone and knows nothing of our bundle.',
      'Our policy says every alert has to be answered within five working days.',
      'The SaaS edition has a "reachable" column, but for Go only.',
      'Half of the entries come from a documentation generator.',
    ],
    attempts: [
      'Setting --omit=dev helps for npm, but the container scan finds the same files again.',
      'An allow list by advisory id grows stale and swallows true ones.',
      'I opened a ticket asking for call graph support and got a link to the pricing page.',
      'Pinning an override to the patched major broke the tool that needs it.',
      'We tried raising the threshold to critical only, and auditors objected.',
      'Two scanners side by side disagree about nearly every item.',
    ],
    effects: [
      'Engineers approve the exception form without reading it.',
      'A genuine hole in our session code sat in that list unread for three weeks.',
      'One person per team does little else but dismiss alerts.',
      'Releases slip by a day for something that cannot be exploited.',
      'Our customers run the same scan on our image and open tickets with us.',
      'The word "critical" has lost its meaning in this company.',
    ],
    code: [
      '47 vulnerabilities (12 moderate, 33 high, 2 critical)\n\nTo address all issues possible, run:\n  npm audit fix --force',
    ],
  },
  {
    id: 'scanner-misses-vulnerable-dependency',
    area: 'SECURITY_COMPLIANCE',
    painType: 'bug',
    life: { kind: 'bursting', perWeek: 2.2, phase: 6.22 },
    near: ['scanner-flags-code-nobody-calls'],
    projects: ['oakvale/sentinel-scan', 'greywacke/manifesto', 'ferncliff/depwarden', 'saltmarsh/bomline'],
    tellings: [
      {
        title: 'Scanner misses a vulnerable dependency',
        text: 'A vendored copy of the library is compiled into the jar under another package name. The advisory is public since spring and the report shows nothing.',
      },
      {
        title: 'Vulnerable dependency not found by the scanner',
        text: 'After relocation by the shade plugin no fingerprint matches. We shipped the affected logger for {n} weeks with a green badge.',
      },
      {
        title: 'Scanner misses vulnerable library in shaded jar',
        text: 'It reads the root lock only and silently passes over the other importers. Silence should not look like success.',
      },
      {
        title: 'Scan is clean although a dependency is vulnerable',
        text: 'They simply listed the files inside the image. An outdated libwebp, statically linked into a wheel.',
      },
      {
        title: 'Scanner does not detect vendored vulnerable dependency',
        text: 'We depend on a fork by commit hash. Upstream announced the hole, our fork has it, nobody was told.',
      },
      {
        title: 'Vulnerable dependency missed in pnpm workspace',
        text: 'Three header-only C++ libraries live in third_party/. The generator produces a beautiful document without them.',
      },
      {
        title: 'Scanner reports nothing for a vulnerable dependency',
        text: 'Malicious version was up for six hours and we resolved it in that window. The database learned of it a week later and old builds are never looked at again.',
      },
      {
        title: 'Known vulnerable version missed by the scanner',
        text: 'Ours are checked once, at build. An advisory published the day after goes unnoticed until we happen to rebuild.',
      },
      {
        title: 'Scanner misses vulnerable transitive dependency',
        text: 'Stripped with -ldflags, so there is no module list and {project} {version} answers "0 packages, 0 issues". It should refuse instead.',
      },
      {
        title: 'Vulnerable dependency in the image not detected by scanner',
        text: 'Ours is named requirements-prod.in. Renamed it for fun and eleven problems appeared.',
      },
      {
        title: 'Scanner overlooks vulnerable dependency since {version}',
        text: 'they patched around the CVE in the distro, our base is not that distro, the matcher thinks it is. result: nothing reported, everything open.',
      },
      {
        title: 'Scan says clean, bundle has a vulnerable dependency',
        text: 'GHSA entry lists the npm name, the CVE lists the GitHub one. Only the second is in the feed, so the package never matches.',
      },
      {
        title: 'Scanner misses a vulnerable dependency',
        text: 'A transitive that only gets pulled in on Windows is not resolved on the Linux runner, hence not examined, hence shipped.',
      },
    ],
    settings: [
      'The check runs on a Linux runner against the lock file of the root.',
      'We compile several native modules from source during the image build.',
      'The product is delivered as one fat jar of 180 MB.',
      'Our feed mirror syncs once a week behind an air gap.',
      'The team vendors C code, as people in embedded do.',
      'We have both Poetry and a handful of wheels built in-house.',
    ],
    attempts: [
      'Scanning the file system of the finished image finds two more, but not the static ones.',
      'I wrote a grep for version strings and it beat the product we pay for.',
      'Adding the manifest by hand to the document works until the next bump.',
      'Switching to another matcher found it, and lost three others.',
      'We asked support, who say that relocated classes are out of scope.',
      'Turning on the experimental binary mode took 50 minutes and saw nothing.',
    ],
    effects: [
      'We told a customer in writing that we were not affected, and we were.',
      'The incident report has a line that reads "control did not operate".',
      'Production ran exploitable for a month with every light on green.',
      'Nobody trusts a clean result any more.',
      'An insurer asked why our tooling did not notice.',
      'We had to rebuild and redeploy 60 services over one weekend.',
    ],
    code: ['$ sentinel scan ./app.jar\n0 packages, 0 issues found'],
  },
  {
    id: 'secret-scanner-blocks-fake-credentials',
    area: 'SECURITY_COMPLIANCE',
    painType: 'complaint',
    life: { kind: 'growing', perWeek: 1.6, phase: 3 },
    near: ['secret-leaked-before-scanner-noticed'],
    projects: ['ferncliff/keysniff', 'ashgrove/pushguard', 'oakvale/sentinel-scan', 'ashgrove/pushguard-action'],
    tellings: [
      {
        title: 'Secret scanner blocks fake credentials in tests',
        text: 'It is literally AKIA followed by EXAMPLE. The protection cannot tell documentation values from real ones and there is no inline pragma.',
      },
      {
        title: 'Secret scanner blocks fake credentials in a test key',
        text: 'Our lock file is full of integrity hashes. All of them are reported, each commit, forever.',
      },
      {
        title: 'Secret scanner blocks fake and dummy credentials',
        text: 'We record API answers with placeholder bearer values. {n} hits, no genuine one.',
      },
      {
        title: 'Secret scanner blocks fake credentials in fixtures',
        text: 'I maintain a redaction library. Its test cases must contain things that look like credentials, that is the point!!',
      },
      {
        title: 'Secret scanner blocks fake credentials of our examples',
        text: 'All that over a sample in the README that has been public for years. Merge waits until tomorrow.',
      },
      {
        title: 'Secret scanner blocks fake placeholder credentials',
        text: 'The inlined logo of our email template gets flagged with confidence "very high".',
      },
      {
        title: 'Push blocked by secret scanner, credentials are fake',
        text: 'postgres:postgres@localhost, the default of every docker compose file on earth. {project} opened an incident and paged security.',
      },
      {
        title: 'Secret scanner flags checksums as credentials',
        text: 'The only way to silence fixtures/ is to exclude it whole. I want to mark a single value as harmless instead.',
      },
      {
        title: 'Fake credentials in unit test blocked by secret scanner',
        text: 'since {version} the generic rule matches any 32 hex chars next to the word "key". my primary_key columns are apparently a breach',
      },
      {
        title: 'Secret scanner cannot tell fake credentials from real ones',
        text: 'The hook walks all commits of the branch. A mock value from 2019 cannot be removed without rewriting everything.',
      },
      {
        title: 'Secret scanner blocks every push with fake credentials',
        text: 'Something like a trailing comment, reviewed like code. The current web form forgets the dismissal after a force push.',
      },
      {
        title: 'Secret scanner blocks fake credentials since {version}',
        text: 'Our spec says example: sk_test_something. Now the docs build is red and people delete the examples.',
      },
    ],
    settings: [
      'The pre-receive hook runs on the server, so no local setting changes it.',
      'We keep about 400 recorded HTTP cassettes under version control.',
      'The rule set is managed centrally by another department.',
      'Our test data is made by a faker with a fixed seed.',
      'The verification that would call the vendor is switched off by policy.',
      'The docs live in the same repository as the code.',
    ],
    attempts: [
      'Splitting the literal into two concatenated halves gets it past the hook and makes the test unreadable.',
      'A baseline file helps until somebody reformats the fixtures.',
      'I replaced the sample by XXXX and now the format test proves nothing.',
      'Marking as "used in tests" has to be repeated on each fork.',
      'The ignore comment works in the command line tool but not in the hosted one.',
      'Lowering the entropy threshold traded these for others.',
    ],
    effects: [
      'People learnt to push with the skip flag, always.',
      'A newcomer spent the first morning on a rejected hello world.',
      'Security gets forty tickets a week about strings that open nothing.',
      'Contributors from outside give up on their pull request.',
      'We removed useful examples from the manual to keep it quiet.',
      'Our hotfix sat behind a review of a placeholder for two hours.',
    ],
    code: [
      'remote: error: GH013: Repository rule violations found\nremote: - Push cannot contain secrets\nremote:   path: test/fixtures/sample.env:3',
    ],
  },
  {
    id: 'secret-leaked-before-scanner-noticed',
    area: 'SECURITY_COMPLIANCE',
    painType: 'bug',
    life: { kind: 'emerging', perWeek: 1.05, phase: 1.99 },
    near: ['secret-scanner-blocks-fake-credentials'],
    projects: ['ferncliff/keysniff', 'ashgrove/pushguard', 'pebblewick/vaultless', 'greywacke/manifesto'],
    tellings: [
      {
        title: 'Secret leaked before the scanner noticed',
        text: 'We pay for detection with revocation. Somebody was mining on our account before any mail arrived.',
      },
      {
        title: 'Secret scanner did not notice a leaked key',
        text: 'Our internal prefix has been registered as a pattern since {version}. A genuine one went straight to main and the hook waved it through.',
      },
      {
        title: 'Leaked secret not noticed by the scanner for days',
        text: 'Only the diff is. An env dump printed the production password into an artifact that anyone in the org can download.',
      },
      {
        title: 'Secret scanner did not notice a leaked key in a public gist',
        text: 'It compares the tip with the base and ignores what lies between. The real value is still in history for everybody who clones.',
      },
      {
        title: 'Secret scanner did not notice a leaked token of custom format',
        text: 'JSON inside JSON with escaped newlines, and the pem block of our signing cert is split into lines. {project} sees nothing wrong.',
      },
      {
        title: 'Secret scanner did not notice leaked credentials in CI logs',
        text: 'By then it was a four-digit amount. The notification about the pushed credential came the following afternoon.',
      },
      {
        title: 'Secret leaked in the git history, scanner did not notice',
        text: 'A database dump with session cookies of actual users went in. Documentation mentions the size cap in a footnote.',
      },
      {
        title: 'Secret scanner noticed the leaked secret too late',
        text: 'An intern pushed the deploy credential to a personal fork. Since the parent is private we assumed coverage. There was none.',
      },
      {
        title: 'Secret scanner did not notice a leaked database password',
        text: 'Support pasted a customer bearer into an issue. Found by the customer. embarrassing does not begin to describe it',
      },
      {
        title: 'Secret scanner did not notice a leaked cloud key',
        text: 'PowerShell writes exports with a byte order mark and two bytes a letter, and the matcher reads it as binary. Our service principal was inside.',
      },
      {
        title: 'Secret leaked although the secret scanner was on',
        text: 'Technically it noticed. Practically the recipient was an ex-colleague, and the working key stayed valid for {n} days.',
      },
      {
        title: 'Secret scanner did not notice a leaked secret in {version}',
        text: 'It only guards the default branch here. We discovered the setting after the fact, and rotating took all night.',
      },
    ],
    settings: [
      'Protection is on for the whole organisation, or so the settings page says.',
      'We work with short-lived branches that are public from the first push.',
      'Most of our repositories hold notebooks by data people.',
      'The value granted write access to the production bucket.',
      'Our mirror on a second host has no such check.',
      'Revocation by the vendor is supposed to be automatic.',
    ],
    attempts: [
      'We re-ran the history scan by hand and it found the thing at once, so the live path is broken.',
      'Registering the pattern again under another name changed nothing.',
      'I planted a canary value and after five days nobody has called.',
      'Rewriting history does not help with the clones that exist already.',
      'A local hook catches it, but only for those who installed it.',
      'We opened a ticket and were told that delivery is best effort.',
    ],
    effects: [
      'Strangers ran ninety machines in our account over the weekend.',
      'We had to tell 1,200 customers that their data may have been read.',
      'All-hands rotation of every credential took three days.',
      'The regulator wants to know when we knew.',
      'Our bill for that night was more than for the whole quarter.',
      'Trust in the green shield icon is gone.',
    ],
    code: ['gitleaks: scanned 1 commits, no leaks found'],
  },
  {
    id: 'renewed-certificate-not-served',
    area: 'SECURITY_COMPLIANCE',
    painType: 'bug',
    life: { kind: 'returning', perWeek: 2, phase: 2.35 },
    projects: ['candlewharf/acmebot', 'northspindle/edgeproxy', 'pebblewick/vaultless', 'candlewharf/acme-operator'],
    tellings: [
      {
        title: 'Renewed certificate is not served',
        text: 'Secret has the new dates, openssl s_client shows the previous chain. Only a pod restart picks it up.',
      },
      {
        title: 'Renewed certificate not served, nginx keeps the old one',
        text: 'The files on disk were fresh. The process had read them at boot and never again.',
      },
      {
        title: 'Renewed certificate not served until restart',
        text: 'Spent an hour doubting my eyes. A reload hook that fails silently because the service was renamed.',
      },
      {
        title: 'Old certificate still served after renewal',
        text: 'We replace the p12 every 60 days by cron. Clients get SSLHandshakeException: certificate expired at 02:00 sharp.',
      },
      {
        title: 'Certificate renewed but old one still served',
        text: 'Depending on which node answers, it is good or dead. The rollout of the refreshed bundle never reached three of them.',
      },
      {
        title: 'Renewed certificate not served by the ingress',
        text: 'mTLS between services, 24 hour lifetimes, and the listener keeps the first pair it was given.',
      },
      {
        title: 'Renewed certificate not served by the load balancer',
        text: 'x509: certificate signed by unknown authority, from our own admission controller. The injected CA was the retired one.',
      },
      {
        title: 'Server does not serve the renewed certificate',
        text: 'mail bounced for two days since the deploy-hook only covers apache. who thinks of the mail server',
      },
      {
        title: 'Expired certificate served although it was renewed',
        text: 'fsnotify watches the symlink, Kubernetes swaps the directory behind it, and the event never comes.',
      },
      {
        title: "Renewed Let's Encrypt certificate is not served",
        text: 'Android phones refuse, desktops fetch it by themselves. Renewing rewrote fullchain.pem, {project} was still holding the file from boot.',
      },
      {
        title: 'Renewed certificate not served since {version}',
        text: 'A fresh leaf together with the cached staple of its predecessor. Restarting cures it until next time.',
      },
      {
        title: 'Renewed certificate not served after reload',
        text: 'So we had a green dashboard for an outage. The expiry that counts is the one on the wire.',
      },
    ],
    settings: [
      'Certificates live 90 days and are renewed after 60 by a timer.',
      'The secret is mounted with subPath, in case that matters.',
      'Nine proxies share one wildcard.',
      'Our internal authority issues for 24 hours only.',
      'The daemon runs as an unprivileged user behind systemd.',
      'TLS ends at the sidecar, not at the ingress.',
    ],
    attempts: [
      'SIGHUP is ignored by this build.',
      'A weekly restart by cron hides it, at the price of dropped connections.',
      'Touching the config file triggers a reload of everything but the key pair.',
      'A reloader sidecar works until the two races each other.',
      'I mounted the directory in place of the single file and the event does arrive now, sometimes.',
      'Checking the serial on the wire by script is what we do for the moment.',
    ],
    effects: [
      'The shop was unreachable for forty minutes on a Saturday.',
      'Every phone app pinned to that chain had to be told to retry.',
      'Partners’ batch jobs failed all night with handshake errors.',
      'We were on the front page of a status aggregator.',
      'On-call now has a calendar entry to restart things by hand.',
      'A renewal that worked still cost us an SLA credit.',
    ],
    code: ['notAfter on disk:  Mar  1 2031\nnotAfter on wire:  Dec  2 2030 (expired)'],
  },
  {
    id: 'audit-log-does-not-say-who',
    area: 'SECURITY_COMPLIANCE',
    painType: 'feature_request',
    life: { kind: 'fading', perWeek: 1.8, phase: 13.5 },
    projects: ['mirebrook/ledgerline', 'harrowgate/adminpanel', 'pebblewick/vaultless', 'harrowgate/adminpanel-ee'],
    tellings: [
      {
        title: 'Audit log does not show who made a change',
        text: 'Please record the person behind the service account. Our SOC 2 auditor will not accept "system" as an actor.',
      },
      {
        title: 'Audit log does not show who it was, only "system"',
        text: 'The entry has a time, an object and no user. There should be an identity on each line.',
      },
      {
        title: 'Audit log does not show the user',
        text: 'Right now one gets a sentence of prose. It would be great to have these as separate fields that can be queried.',
      },
      {
        title: 'Audit log does not show who made API changes',
        text: 'When our support staff acts on behalf of a customer, the history claims that the customer did it. We would like both names.',
      },
      {
        title: 'Audit log does not show who changed a role',
        text: 'All production changes go through one deploy identity, so on paper a robot did everything. Add the initiator?',
      },
      {
        title: 'Audit log does not show who made a change, please add the user',
        text: 'Currently we correlate web server lines by the minute and guess. {project} could simply write the subject of the token.',
      },
      {
        title: 'Audit log does not show who made a change or from which address',
        text: '{n} permissions changed, one record, no author. Would love one per object with the author attached.',
      },
      {
        title: 'Who deleted the role? Audit log does not show it',
        text: 'The screen shows an avatar, the JSON export has no trace of it. Feature parity please.',
      },
      {
        title: 'Audit log does not show the person behind a service account',
        text: 'Old rows turn into "deleted user" and that makes the whole history worthless for investigations.',
      },
      {
        title: 'Audit log does not show who made a change and why',
        text: 'so technically one very busy connector runs our company. Could the mapped e-mail be stored alongside?',
      },
      {
        title: 'Audit log does not show who used the API key',
        text: 'It would help to accept a header with the operator and put it on the record, as some clouds do.',
      },
      {
        title: 'Audit log does not show who made a change, SOC 2 asks for it',
        text: 'Seven years of events that say what and when and never by whom. I propose a mandatory actor column from {version} on.',
      },
    ],
    settings: [
      'We are audited once a year against SOC 2 type II.',
      'Forty administrators share three service identities.',
      'Events are shipped to our SIEM over syslog.',
      'Nearly everything is done through automation on somebody’s behalf.',
      'Our works council and our regulator both ask for it.',
      'The enterprise edition has the same gap.',
    ],
    attempts: [
      'Putting the name into the comment field relies on people being disciplined.',
      'We parse the reverse proxy and join by timestamp, which is a guess.',
      'One service account per person works, but doubles the licence cost.',
      'A webhook gives the session id, which cannot be resolved afterwards.',
      'I patched the middleware myself and lose the patch with each upgrade.',
      'Asking everybody in the chat who it was is our current process.',
    ],
    effects: [
      'The auditor wrote a finding and gave us until June.',
      'We could not tell an attack from a colleague’s mistake.',
      'An investigation that should take minutes took two weeks.',
      'Nobody takes responsibility for a change that has no author.',
      'A large customer made it a condition of the contract.',
      'We ended up revoking access for all forty people, to be safe.',
    ],
  },
];
