import type { Pain } from '../parts/pain.ts';

export const buildCiCd: Pain[] = [
  {
    id: 'docker-layer-cache-miss-without-change',
    area: 'BUILD_CI_CD',
    painType: 'complaint',
    life: { kind: 'surging', perWeek: 7.5, phase: 0 },
    near: ['docker-layer-cache-serves-stale-files'],
    projects: [
      'tallowbyte/kilnci',
      'harborpine/freightdock',
      'lumenfold/portico',
      'tallowbyte/kiln-runner',
      'quartzmill/sprocket',
    ],
    tellings: [
      {
        title: 'Docker layer cache not used in CI although nothing changed',
        text: 'Nothing under version control changed between the two runs, yet BuildKit throws the layer away at `COPY package*.json` and redoes everything after it. I diffed both checkouts byte for byte and they are identical.',
      },
      {
        title: 'Docker layer cache missed in CI without changes',
        text: 'same dockerfile same commit. second build on my laptop: 4 seconds. on the runners: {minutes} minutes. every. single. time.',
      },
      {
        title: 'Docker layer cache not used although nothing changed',
        text: 'Turns out the checkout action writes files as 664 while the previous host had 644, and file modes count towards the checksum of the COPY step. Contents equal, reuse zero. Could the builder please just look at contents?',
      },
      {
        title: 'Docker layer cache never used in CI',
        text: 'Rant, sorry. Base pinned by digest, sources the same, lockfile the same, and the builder still begins from scratch as if it had never met this repository.',
      },
      {
        title: 'Docker layer cache not used in CI, npm ci runs on every push',
        text: 'Cutting a release tag from a commit we already built should be a no-op. Instead all OS packages get fetched and unpacked once more.',
      },
      {
        title: 'Docker layer cache invalidated in CI although nothing changed',
        text: 'Took me a day to figure out that one build arg declared at the top differs for each commit, so no later step can ever be reused. Docs could shout about that a bit louder.',
      },
      {
        title: 'Docker layer cache not used on new CI runners',
        text: 'It prints "importing cache manifest ... DONE" very proudly and afterwards each RUN line executes anyway. What is the point of pulling it then?',
      },
      {
        title: 'Why is the Docker layer cache not used in CI?',
        text: 'Our builders are ephemeral and the exported cache is scoped per branch, so a two-line README fix on a new branch recompiles all {n} Rust crates. Main did exactly this work twenty minutes earlier.',
      },
      {
        title: 'Docker layer cache not used in CI since {version}',
        text: "I assumed exporting with the default mode would cover the dependencies stage too. It doesn't, so the expensive part compiles again although its inputs have been frozen since March.",
      },
      {
        title: 'Docker layer cache not used in CI for COPY although nothing changed',
        text: 'The comment is in a folder that .dockerignore excludes! Somehow the context hash still moves and the pip install starts over.',
      },
      {
        title: 'Docker layer cache lost between CI runs, nothing changed',
        text: "With a two-platform build the second architecture's entries overwrite the first ones in the remote store. Whichever platform pushed last wins, the other pays full price on the next run with no edits at all.",
      },
      {
        title: 'CI rebuilds every Docker layer, cache not used',
        text: "I see that step 5/14 isn't marked CACHED and that's it. It thinks one of 900 files is different, none is, and there is no --explain to tell me which one it dislikes.",
      },
      {
        title: 'Docker layer cache not used in CI with BuildKit',
        text: "We touched neither the Dockerfile nor the lockfiles. After upgrading, hits dropped to basically none; downgrade and they're back.",
      },
      {
        title: 'Docker layer cache of multi-stage build not used in CI',
        text: 'git clone stamps everything with the current time, and judging from the debug log that alone is why it treats an unchanged tree as new.',
      },
      {
        title: 'Docker layer cache not used in CI although nothing changed',
        text: "Compose files aren't even copied into any image! I suspect the project name ends up in the key, but who knows, it just starts pulling pip wheels again.",
      },
      {
        title: 'Docker layer cache missed in CI without changes',
        text: 'The builder keeps 10% of disk and drops entries by age, so a dependency layer no one has modified in weeks is by definition the oldest and goes first. Next morning we compile OpenSSL. Again.',
      },
      {
        title: 'Docker layer cache not used although nothing changed',
        text: "Do you get any reuse out of remote caches? go.sum hasn't moved in a month, yet `go mod download` appears in full in each of our logs, {minutes} minutes of it.",
      },
      {
        title: 'Docker layer cache never used in CI',
        text: "Token differs per job, and although a secret shouldn't be part of the key, passing it as an env var (which the docs of {project} still suggest) is. So: eternally cold.",
      },
      {
        title: 'Docker layer cache not used in CI, npm ci runs on every push',
        text: 'git converts CRLF on one side, so two people who build the same revision never profit from each other. Took a hexdump to see it.',
      },
      {
        title: 'Docker layer cache invalidated in CI although nothing changed',
        text: 'On a main branch that gets three dependency bumps a quarter. I expected ninety something. Support says our files "may have changed". They have not.',
      },
      {
        title: 'Docker layer cache not used on new CI runners',
        text: 'Every tutorial does it like that, and with it a new screenshot in docs/ makes yarn fetch the whole internet. Which order do you use?',
      },
      {
        title: 'Why is the Docker layer cache not used in CI?',
        text: 'cargo-chef helped until the base tag got re-pushed with an identical content but another digest. Now all dependencies are compiled anew, nightly.',
      },
      {
        title: 'Docker layer cache not used in CI since {version}',
        text: 'Runner A exports, runner B imports and declares each step stale. Kernel versions are different, is that part of the key by any chance?',
      },
      {
        title: 'Docker layer cache not used in CI for COPY although nothing changed',
        text: 'base is `latest`, ok, guilty. But even after pinning it by digest the stages below keep being executed daily.',
      },
      {
        title: 'Docker layer cache lost between CI runs, nothing changed',
        text: 'Entries of eleven services throw each other out, so whoever builds has just been evicted. Unmodified service, full compile, {minutes} minutes.',
      },
      {
        title: 'CI rebuilds every Docker layer, cache not used',
        text: 'docker compose up --build on a branch I had not edited: gradle downloads half of Maven Central. Did it yesterday as well.',
      },
    ],
    settings: [
      'Every job runs on a throwaway VM with nothing from the previous build on its disk.',
      'It is a pnpm monorepo with nine Dockerfiles that all copy the same unchanged lockfile first.',
      'Builder is docker buildx with the docker-container driver, cache exported to our own registry with mode=max.',
      'The image compiles a C++ dependency that has not been touched for half a year.',
      'We build for linux/amd64 and linux/arm64 in one go from the same commit.',
      'Runners are rotated every night, so mornings always begin cold.',
      'The context is about 80 MB, almost all of it static fixtures nobody edits.',
    ],
    attempts: [
      'Pinning the base image by digest made no difference, the very next step still reruns.',
      'I normalised permissions and timestamps with a find/touch before building and got hits for exactly one day.',
      "Moving COPY of the lockfile above COPY of the sources is the standard advice and we've had that from the start.",
      'Switching from inline to registry cache gave us a slower upload and the same full rebuild.',
      'We compared `docker history` of both images and the first differing layer has an identical file list.',
      'A persistent builder host does fix the misses, but then we own a server again.',
      'Tightening .dockerignore helped for docs folders and not for anything else.',
    ],
    effects: [
      'A pipeline that should take two minutes takes nineteen, on unmodified code.',
      'We hit our monthly compute cap on the 20th, mostly from compiling things that did not change.',
      'People batch five fixes into one push because nobody wants to wait for the same rebuild five times.',
      'Hotfixes are slow exactly when they need to be quick, for no reason anyone can point at.',
      'The team turned image caching off, since uploading it costs more than it ever gives back.',
      'Reviewers stopped waiting for the check and just approve.',
    ],
    code: [
      `#7 [deps 2/4] COPY package.json package-lock.json ./
#7 DONE 0.1s
#8 [deps 3/4] RUN npm ci
#8 214.6 added 1893 packages in 3m
# previous run, same commit: #7 CACHED, #8 CACHED`,
      `docker buildx build --cache-from type=registry,ref=reg.local/app:cache \\
  --cache-to type=registry,ref=reg.local/app:cache,mode=max .`,
    ],
  },
  {
    id: 'docker-layer-cache-serves-stale-files',
    area: 'BUILD_CI_CD',
    painType: 'bug',
    life: { kind: 'emerging', perWeek: 1.7, phase: 4.8 },
    near: ['docker-layer-cache-miss-without-change'],
    projects: [
      'harborpine/freightdock',
      'quartzmill/sprocket',
      'lumenfold/portico',
      'oakrelay/slipway',
      'fennelworks/dockhand-ci',
    ],
    tellings: [
      {
        title: 'Docker layer cache serves stale files',
        text: "The COPY step says CACHED although main.go is clearly different in the commit. I shelled into the container and it's the old code, strings and all.",
      },
      {
        title: 'Stale files in Docker image because of the layer cache',
        text: "pushed the fix, pipeline green, tag new, digest new. exec into it and the patched function isn't there. docker reused a layer it had no business reusing",
      },
      {
        title: 'Docker image contains old files although source changed',
        text: 'Since the instruction text is constant the builder assumes the outcome is constant too. We have been shipping a {n} day old copy of the config repo without noticing.',
      },
      {
        title: 'Docker cache serves an old layer after source changed',
        text: 'We upgraded a vulnerable package, the lockfile shows {version}, the scanner still reports the old one inside the finished image. A --no-cache run gives the right result, so this is reuse gone wrong.',
      },
      {
        title: 'Image still has stale binary from the Docker layer cache',
        text: "Second time this quarter a changed template didn't make it into the image. The build log looks flawless, it simply decided that the directory was the same as before when it wasn't.",
      },
      {
        title: 'Stale COPY layer: Docker image contains old code',
        text: 'Our "security refresh" rebuild runs nightly and has produced the identical package set since spring, because the layer from spring keeps being picked up. Nobody was told.',
      },
      {
        title: 'Docker build uses stale cache for changed files',
        text: "With --mount=type=cache on the build dir, protobuf output from another branch ends up in my artifact. Modified .proto files are ignored if their mtime is older than what's lying in the mount.",
      },
      {
        title: 'Stale layer cache: fix is not in the Docker image',
        text: 'I replaced a symlinked settings file by a regular one with new content. Hash stays the same according to the builder, old settings go out to production.',
      },
      {
        title: 'Docker cached layer with stale git clone',
        text: "Staging and prod differ only in one ARG used inside a shell script. Prod received the staging bundle since the key didn't take that value into account.",
      },
      {
        title: 'Old files in image, Docker cache is stale',
        text: 'Yes I have, and yes it works. That is precisely my complaint: the default can give you something older than what is in git and tells you it succeeded.',
      },
      {
        title: 'Docker layer cache serves stale files since {version}',
        text: 'Always exactly one. Push A: site shows the commit before A. Push B: site shows A. Whatever is restored from the registry is taken as truth even though the sources moved on.',
      },
      {
        title: 'How to stop Docker from serving stale cached layers?',
        text: 'Our generator overwrites a file with the same size in the same second, snapshotting looks at mtime+size only, and so the earlier version gets baked in. Took {n} hours to pin down.',
      },
      {
        title: 'Stale cache mount puts old files into the Docker image',
        text: "The FROM line points at a moving tag which was republished on Monday. Thursday's builds are on top of the previous one, because what's on the builder wins over what's in the registry.",
      },
    ],
    settings: [
      'We keep one long-lived builder with a 200 GB cache that all branches share.',
      'Config comes from a second repository that is cloned inside the Dockerfile.',
      'A code generator writes into the context right before the build, often within the same second.',
      'The Go build uses a cache mount for GOCACHE shared by every branch.',
      'Base images are republished every Monday under the same tag.',
      'It only shows with incremental builds on the shared builder; a clean machine gives the right image.',
      'Staging and production are built from one Dockerfile with different build args.',
    ],
    attempts: [
      'Running with --no-cache gives correct contents every time, which proves the reused layer is wrong.',
      "I added `ARG CACHE_BUST=$(date)` above the clone, ugly, and now it's right but slow.",
      'Pruning the builder helped until the next edited file was ignored again.',
      'We now compare a checksum of the app folder inside the image with the one in git and fail the job if they differ.',
      'Passing --pull picks up the newer base, the outdated COPY layer stays.',
      'Giving every branch its own cache mount id stopped the mixing but not the old config clone.',
      'I touched the changed file by hand before building and suddenly it was picked up.',
    ],
    effects: [
      'Customers got a version without the fix we had announced that morning.',
      'A vulnerability we reported as patched was still in the running container for nine days.',
      'We debugged application code for a day that was not even the code running.',
      'Rollback made it worse since the older tag contained the newer layer.',
      'On-call now rebuilds everything without reuse before each release because nobody believes the image.',
      'QA signed off on a build that did not contain the change they were testing.',
      'An auditor asked how we know that an image matches its commit and we had no answer.',
    ],
    code: [
      `$ git show HEAD:internal/version.go | grep Build
const Build = "2141"
$ docker run --rm app:2141 /app/server --version
build 2138`,
      `#9 [build 4/6] COPY internal ./internal
#9 CACHED        <-- internal/ changed in this commit`,
    ],
  },
  {
    id: 'required-check-stuck-when-path-filter-skips-job',
    area: 'BUILD_CI_CD',
    painType: 'bug',
    life: { kind: 'surging', perWeek: 7, phase: 7 },
    near: ['path-filter-runs-every-job-in-monorepo'],
    projects: [
      'fennelworks/dockhand-ci',
      'mossgate/atlas-mono',
      'oakrelay/slipway',
      'brindlesoft/pipewright',
      'tallowbyte/kilnci',
    ],
    tellings: [
      {
        title: 'Required check stays pending when path filter skips the job',
        text: 'The backend workflow has a paths filter, the pull request touches only markdown, so the workflow is skipped and never reports. Branch protection waits for it until the end of time.',
      },
      {
        title: 'Required check stuck on docs-only pull requests',
        text: "The job was rightly left out because no code changed. But protection wants its green tick, and a job which didn't start can't give one. Admin override is currently our only way in.",
      },
      {
        title: 'Required check stuck, pull request blocked',
        text: 'I genuinely do not get who designed this. If the rule says "run only for src/**" and nothing in src/** was touched then it\'s DONE, not pending.',
      },
      {
        title: 'Required check stuck at "Expected" when job is skipped',
        text: "Queue entry sits there {minutes} minutes and is then kicked out with a timeout. The missing one is always a job whose path condition didn't match.",
      },
      {
        title: 'Required check stuck on a skipped job',
        text: 'As soon as I mark the frontend checks as mandatory, pull requests that touch only the Python side can no longer be merged, since those checks never show up there.',
      },
      {
        title: 'Required check stuck when path filter skips the job',
        text: '{n} open PRs from translators, all blocked. They edit locale files only and the gate waits for integration tests which were told not to bother.',
      },
      {
        title: "Can't merge docs change, required check stuck",
        text: "You know the trick: a second file of the same name with paths-ignore that just runs `echo ok`. It's absurd that this is the recommended solution and it breaks once a PR touches both sides.",
      },
      {
        title: 'Required check stuck forever when workflow is skipped by paths',
        text: 'In {version} a conditional job ended up as neutral and satisfied the rule. After the upgrade it creates no status whatsoever and auto-merge is stuck.',
      },
      {
        title: 'Required check stuck on skipped workflow',
        text: 'Bot bumps a lockfile in one package, the other five pipelines stay silent as intended, the ruleset counts five as outstanding.',
      },
      {
        title: 'Required checks stuck with path filters in {version}',
        text: 'We generate the matrix from the changed folders. If a folder isn\'t in there its check name doesn\'t exist for this commit, and protection keeps asking for "test (billing)" that nobody is ever going to run.',
      },
      {
        title: 'Path filter: required check stuck, pull request cannot be merged',
        text: 'Not exaggerating: a fix inside a code comment in /docs/examples needed two admins, as the mandatory pipeline was correctly deemed irrelevant and hence absent.',
      },
      {
        title: 'Required check stuck for skipped jobs',
        text: 'so the one status we made mandatory to work around this problem... is not reported either. turtles all the way down',
      },
      {
        title: 'Merge blocked, required check stuck on a skipped job',
        text: 'With "pipelines must succeed" switched on, a merge request for which rules produce no jobs can\'t be merged at all. It should count an empty pipeline as passed.',
      },
      {
        title: 'Required check stuck, how to use path filters?',
        text: 'Support article says to push an empty commit. An empty commit touches no path, so the workflow is skipped once more. Did anyone read this before publishing?',
      },
      {
        title: 'Required check stays pending when path filter skips the job',
        text: "We've got {n} of them at the moment. In each the only thing outstanding is a test run that has no reason to exist for those files.",
      },
    ],
    settings: [
      'Branch protection lists six mandatory checks, one per service, each behind a paths filter.',
      'We use a merge queue with a 60 minute timeout.',
      'Docs and code live in the same repository and the docs people have no admin rights.',
      'The workflow triggers on pull_request with `paths: [backend/**]` and the check named backend is mandatory.',
      "The ruleset is managed at organisation level, so a single repository can't loosen it.",
      'Most of our outside contributors only ever touch translations and examples.',
      'Job names are built from a matrix of the folders that were touched.',
    ],
    attempts: [
      'The dummy workflow with paths-ignore works until a pull request matches both filters and reports twice.',
      'I moved the filter from the trigger into a step-level condition, which means all jobs boot a runner just to say nothing to do.',
      'Adding `if: always()` to the gate job makes it green even when a real job failed.',
      "Posting the missing status by hand through the API unblocks it, that's a cron job now.",
      'Taking the check off the mandatory list lets docs through and also lets broken backend code through.',
      'Support said a skipped workflow stays pending by design.',
      'Renaming the job to match the expected context did nothing because it never starts in the first place.',
    ],
    effects: [
      'Documentation fixes wait a day for an admin to press the override button.',
      'Translators gave up on us, one wrote that our repo "doesn\'t accept contributions".',
      'Admins got used to overriding protection and last month someone overrode a genuinely red build.',
      'The merge queue is blocked for everybody behind a pull request that can never turn green.',
      'We turned mandatory checks off altogether, so now nothing is enforced.',
      'Dependency bumps pile up because auto-merge waits for checks that will not come.',
    ],
    code: [
      `on:
  pull_request:
    paths: ['backend/**']
# docs-only PR:  backend  Expected - Waiting for status to be reported`,
    ],
  },
  {
    id: 'path-filter-runs-every-job-in-monorepo',
    area: 'BUILD_CI_CD',
    painType: 'feature_request',
    life: { kind: 'growing', perWeek: 1.6, phase: 9 },
    near: ['required-check-stuck-when-path-filter-skips-job'],
    projects: ['mossgate/atlas-mono', 'brindlesoft/pipewright', 'quartzmill/sprocket', 'oakrelay/slipway'],
    tellings: [
      {
        title: 'Run only the jobs of changed packages in the monorepo',
        text: 'Path filters know folders but not who depends on whom. A one-line edit in one leaf app fires all {n} jobs, since everybody listed `packages/**` to be safe.',
      },
      {
        title: 'Run only jobs of changed packages in a monorepo',
        text: "On a force-push or a first push the comparison has no parent, so the filter gives up and starts everything. I'd like it to compare with the point where the branch left main.",
      },
      {
        title: 'Monorepo: run only the jobs of changed packages, not all',
        text: '43 jobs. For a colour. Docs claim it skips untouched projects, I have yet to see it skip a single one.',
      },
      {
        title: 'Run only jobs of changed packages in our monorepo',
        text: "Right now I maintain 31 hand-written glob lists which mirror our package graph, and they're wrong every time someone adds an import.",
      },
      {
        title: 'Run only jobs of changed packages in a monorepo, also on force-push',
        text: 'Any dependency bump in any workspace rewrites the one lockfile at the root, which all filters include, so nothing is ever left out. Could the tool look inside the lockfile to see which workspace is concerned?',
      },
      {
        title: 'Run only jobs of changed packages in monorepos',
        text: 'fetch-depth 1, no history, therefore "everything is new". It would be nice if it fetched what it needs instead of silently deciding to build the world.',
      },
      {
        title: 'Monorepo CI should run only jobs of changed packages',
        text: "Updating a branch from main brings in other people's files, and the diff now contains half the repository. Suddenly a mobile PR builds the data warehouse image. Wish it only considered what the PR itself brings.",
      },
      {
        title: 'Feature request: run only jobs of changed packages',
        text: "Bazel people will tell me to use Bazel. I have eleven people and a pnpm workspace; I just want the CI to leave out what my diff can't possibly touch.",
      },
      {
        title: 'Run only jobs of changed packages on each push to the monorepo',
        text: '`!**/*.md` is treated as one more positive match, so writing docs inside a package builds, tests and containerises that package. Support for exclusion would save us about {percent}% of runs.',
      },
      {
        title: 'Changed-files filter to run only jobs of changed packages',
        text: 'Editing a comment in the reusable template counts as a change to each of its {n} consumers. Sometimes right, usually a waste; let us choose.',
      },
      {
        title: 'Run only jobs of changed packages and what depends on them',
        text: 'For a tag there\'s nothing to compare to and {project} then assumes all projects changed. An option "compare to previous tag" please.',
      },
      {
        title: 'Monorepo: skip all, run only jobs of changed packages',
        text: "Before the merge of repos each team paid for its own tests. Now every commit of anybody runs everybody's. Is there any plan for skipping what's unaffected?",
      },
    ],
    settings: [
      "It's a pnpm workspace with 38 packages and one lockfile at the root.",
      'Checkout is shallow because the full history is 6 GB.',
      'About sixty people push to the same repository, most of them to one folder each.',
      'Each package has its own job with a hand-kept list of globs.',
      'A common library sits at the bottom of the graph and everything lists it as a trigger.',
      'We updated from seven repositories to one in spring.',
    ],
    attempts: [
      'A script over `git diff --name-only origin/main...` picks the right jobs for branches but not for tags.',
      'Deepening the clone to 500 commits mostly works and costs two minutes per job.',
      "I tried generating the globs from package.json, they're stale a week later.",
      'Nx affected does it locally, but the CI still schedules all jobs first and asks afterwards.',
      'Splitting the lockfile per workspace made the filter precise and dependency updates a nightmare.',
      'Narrowing the globs got us a broken release, since a transitive consumer was not built.',
    ],
    effects: [
      'Forty jobs queue behind each other for a one-file change and the runners are saturated by ten in the morning.',
      'Our CI invoice went from 900 to 3100 a month without more commits.',
      'An unrelated flaky suite blocks my pull request although I did not go near that package.',
      'People keep their pull requests big, because each push costs the whole run.',
      'Feedback on a leaf app takes 35 minutes when its own tests need two.',
      'Teams are asking for their own repositories back.',
    ],
    code: [
      `changes:
  web: ['apps/web/**', 'packages/**', 'pnpm-lock.yaml']
  api: ['apps/api/**', 'packages/**', 'pnpm-lock.yaml']
# ... 29 more, all true`,
    ],
  },
  {
    id: 'self-hosted-runner-disk-fills-up',
    area: 'BUILD_CI_CD',
    painType: 'bug',
    life: { kind: 'returning', perWeek: 2, phase: 1.23 },
    projects: ['tallowbyte/kiln-runner', 'oakrelay/slipway', 'pebblecast/forgelet', 'fennelworks/dockhand-ci'],
    tellings: [
      {
        title: 'Self-hosted runner does not clean up its disk',
        text: 'Workspaces of finished jobs are never removed. After about {n} builds the root volume is at 100 percent and each subsequent job dies during checkout.',
      },
      {
        title: 'Self-hosted runner does not clean up its disk, no space left on device',
        text: "It's always the third or fourth job of the day on that machine. du says /var/lib/docker/overlay2 holds 170G of dangling images no one will need again.",
      },
      {
        title: 'Self-hosted runner does not clean up its disk and fails overnight',
        text: 'disk full -> agent crash loops -> shows as "offline" with no hint. had to ssh in at 7am and rm -rf stuff',
      },
      {
        title: 'Self-hosted runner does not clean up its disk, jobs fail',
        text: "_work/_tool keeps every Node, Go and JDK ever requested. We're at 60 gigs of toolchains, most of them superseded in 2022.",
      },
      {
        title: 'Self-hosted runner does not clean up old workspaces on its disk',
        text: "Misleading failure. The tests are fine, tar just couldn't unpack the artifact because the partition was used up by leftovers from other repositories.",
      },
      {
        title: 'ENOSPC: self-hosted runner does not clean up its disk',
        text: 'Had plenty of gigabytes left and it still refused to create files. node_modules from old checkouts ate all 13 million inodes. df -i, folks.',
      },
      {
        title: 'Self-hosted runner does not clean up Docker images on its disk',
        text: 'If someone presses cancel, or the job times out, the post-job hook is not executed and its workspace remains. With people cancelling as often as ours do, that adds up to a dead machine weekly.',
      },
      {
        title: 'Self-hosted runner does not clean up its disk between jobs',
        text: 'We went from 100 to 250 to 500 GB and all it bought us is a longer interval between outages.',
      },
      {
        title: 'Self-hosted runner does not clean up its disk after {n} builds',
        text: 'Up to the previous release the _temp folder was emptied between jobs. Since the update there are thousands of folders named after GUIDs in there.',
      },
      {
        title: 'Self-hosted runner does not clean up its disk and goes offline',
        text: 'Every integration job starts a Postgres with an anonymous volume. Container gone, volume stays. A few thousand of them later the host is unusable.',
      },
      {
        title: 'Self-hosted runner does not clean up caches on its disk',
        text: 'Thought this was solved when we got the prune cron. Back on Monday with three of five machines choking, builds queueing up behind the two which still had room.',
      },
      {
        title: 'Self-hosted runner does not clean up its disk since {version}',
        text: '2 GB per run, named upload-<random>.zip, not deleted if the network hiccups. Found four hundred of them.',
      },
      {
        title: 'Why does a self-hosted runner not clean up its disk?',
        text: "Xcode's intermediate output per branch is around 8 GB and the agent doesn't consider it part of the workspace, so no cleaning policy applies.",
      },
    ],
    settings: [
      'Five bare-metal build machines with 250 GB each serve forty repositories.',
      "Agents are long-lived, we don't recreate the VMs between jobs.",
      'Integration jobs start three service containers each and throw them away.',
      'Runner work folder and Docker root are on the same partition.',
      'The machines sit in our own rack, so resizing a volume means a ticket and a week.',
      'It began again after the last agent update, it had been quiet for months.',
    ],
    attempts: [
      'A nightly `docker system prune -af` removes too much, the morning builds then pull everything again.',
      'We delete _work in a cron and it once removed the folder of a running job.',
      'I put a df check in front of every job and it only makes the failure happen earlier.',
      'Doubling the volume gave us two more weeks.',
      'Ephemeral VMs would solve it but our builds need a 40 GB SDK that takes 25 minutes to install.',
      'The agent has a clean option and it applies only to the repository that runs next.',
    ],
    effects: [
      'Three of five agents were down this morning and the queue was at two hours.',
      'Release night was spent deleting folders over ssh.',
      'Developers rerun red builds blindly because half the time it is only the disk.',
      'I am the person with the ssh key, so I get the call.',
      "A half-written artifact was published once since the upload step didn't notice the truncated file.",
      "Nobody sees it coming, as there's no metric for free space in the runner list.",
    ],
    code: [
      `System.IO.IOException: No space left on device : '/opt/runner/_diag/Worker_20240311.log'`,
      `$ df -h / | tail -1
/dev/nvme0n1p1  246G  246G   20K 100% /
$ docker system df
Images  412  3  181.2GB  178.9GB (98%)`,
    ],
  },
  {
    id: 'pipeline-cannot-be-run-locally',
    area: 'BUILD_CI_CD',
    painType: 'feature_request',
    life: { kind: 'dead', perWeek: 0.8, phase: 0 },
    projects: ['brindlesoft/pipewright', 'pebblecast/forgelet', 'lumenfold/portico', 'tallowbyte/kilnci'],
    tellings: [
      {
        title: 'Run the pipeline locally before pushing',
        text: 'I\'m at commit "fix ci 17" and all I wanted was to pass one variable from a job to the next. An official local executor would have saved me the afternoon.',
      },
      {
        title: 'Let me run the CI pipeline locally',
        text: "A command which expands includes, anchors, conditions and matrices and prints what WOULD happen. Needn't execute anything, I just want to see it before the server does.",
      },
      {
        title: 'Dry run of the pipeline locally',
        text: 'why is there no way to try this stuff offline in the year we live in',
      },
      {
        title: 'Pipeline cannot be run locally',
        text: "When it breaks I'd like to get a prompt inside the container in the state in which it died. At the moment I add `sleep 3600` and a reverse ssh tunnel like an animal.",
      },
      {
        title: 'Running the pipeline locally would save many pushes',
        text: 'The community emulator gets me 70% there, then falls over services, OIDC, reusable templates and anything with a cache. Something maintained by the same people who maintain the real thing, please.',
      },
      {
        title: 'Support running the pipeline locally',
        text: 'A wrong context name in an if-expression evaluates to empty string, the step is quietly left out, and I find out days later. A linter with knowledge of the actual schema should be part of the product.',
      },
      {
        title: 'Run a single pipeline job locally',
        text: 'Any YAML edit can be tested only by committing it. Would be lovely if one could send an uncommitted working copy to the server for a test execution.',
      },
      {
        title: 'No way to run the pipeline locally',
        text: 'The older version had an exec subcommand which ran one job in docker. It was removed in {version} with no replacement and I miss it weekly.',
      },
      {
        title: 'Runner to run the pipeline locally, please',
        text: 'There is no sandbox in which release steps can be rehearsed. I would like to mark steps as fake so that the rest can be exercised.',
      },
      {
        title: 'Run the pipeline locally with secrets and services',
        text: 'Only two people dare to touch it, because the loop from edit to result is ten minutes and public. If we could try changes at our desks that would change.',
      },
      {
        title: 'Add a command to run the pipeline locally',
        text: 'I need to know what happens on a tag, on a scheduled run, on a merge request from outside. Give me a way to feed a payload into the config and look at the resulting job list.',
      },
      {
        title: 'Validate and run the pipeline locally',
        text: "That's the advice I always get, and okay, it works for the script parts. Conditions, artifacts between jobs and permissions remain guesswork.",
      },
    ],
    settings: [
      'Our config is 1,400 lines spread over six included templates.',
      'The jobs rely on services, artifacts from earlier stages and two OIDC roles.',
      'Hosted runners only, no shell access to them.',
      'A change to the release workflow can only be seen working on an actual tag.',
      'Half of the team is on arm Macs while the CI is amd64 Linux.',
      'It takes about eight minutes from push to the first line of the step I care about.',
    ],
    attempts: [
      "The unofficial emulator doesn't support reusable workflows, which is all we have.",
      'A schema-aware editor plugin finds indentation errors and nothing about conditions.',
      'I keep a scratch repository whose only purpose is to hold broken pipeline commits.',
      'Wrapping everything in shell scripts helps for the commands but not for the wiring between jobs.',
      'We added a tmate step for failed jobs and security asked us to remove it.',
      "Running the job's image by hand with docker lacks all the injected variables.",
    ],
    effects: [
      'A three-line change of the pipeline costs me half a day.',
      'History on main is full of "ci: test", "ci: test2", "ci: please".',
      'Nobody refactors the config, so it grows by copy and paste.',
      'We found a typo in the rollback workflow during the rollback.',
      'New colleagues are told not to touch it, which tells you everything.',
      'I dread pipeline tickets more than legacy code.',
    ],
    code: [
      `git log --oneline | head -4
a91f3c2 ci: maybe now
7be0d11 ci: quote it
0c22e9a ci: debug
f17ab03 ci: pass IMAGE_TAG to deploy`,
    ],
  },
];
