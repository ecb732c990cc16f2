import type { Pain } from '../parts/pain.ts';

export const devToolingWorkflow: Pain[] = [
  {
    id: 'editor-autocomplete-slow-in-monorepo',
    area: 'DEV_TOOLING_WORKFLOW',
    painType: 'complaint',
    life: { kind: 'steady', perWeek: 0.7, phase: 10.5 },
    near: ['editor-types-stale-until-restart'],
    projects: ['willowforge/langd', 'tinderbox/codelens', 'bramblecode/slate-editor', 'willowforge/langd-vscode'],
    tellings: [
      {
        title: 'Editor autocomplete is slow in our monorepo',
        text: 'Small project: instant. The moment I open the root folder with {n} packages the suggestion box spins and I have typed the word myself.',
      },
      {
        title: 'Autocomplete takes {n} seconds in our monorepo',
        text: 'Fan on, battery gone by noon. Every keystroke seems to check the world again.',
      },
      {
        title: 'Editor autocomplete slow in a large monorepo',
        text: 'Hover shows "loading..." long enough to fetch a coffee. Splitting the repository is not an option for us.',
      },
      {
        title: 'Slow editor autocomplete in monorepo with many packages',
        text: 'I measured it in the protocol trace, {project} {version}. Most of that is re-reading project references.',
      },
      {
        title: 'tsserver makes autocomplete slow in our monorepo',
        text: 'letters show up one by one like a 1200 baud modem. turn the language extension off and it is fluid again',
      },
      {
        title: 'Autocomplete in the editor very slow in monorepo',
        text: 'I touch two folders. It insists on chewing through all four thousand files first.',
      },
      {
        title: 'Editor autocomplete slow in monorepo since {version}',
        text: 'Two minutes of "indexing" for a one-character change in a leaf crate, while completions are dead.',
      },
      {
        title: 'Autocomplete so slow in our monorepo that I turned it off',
        text: 'Large codebase, deep generics. A progress bar and a cancel button would already be a mercy.',
      },
      {
        title: 'Slow autocomplete in TypeScript monorepo',
        text: 'When waiting for help costs more than looking it up, the help is of no use. Shame, it is great on toy examples.',
      },
      {
        title: 'Editor autocomplete hangs for seconds in our monorepo',
        text: 'One generated GraphQL types file of 90k lines is enough. Excluding it removes all the types we need.',
      },
      {
        title: 'Monorepo makes editor autocomplete slow',
        text: 'p50 from 300 ms to over a second between two minor releases, nothing else changed on my side. Bisected it to the new module resolution cache.',
      },
      {
        title: 'Why is editor autocomplete so slow in a monorepo?',
        text: 'Over SSH each popup needs several round trips, and with the number of projects here you feel each one.',
      },
      {
        title: 'Editor autocomplete is slow in our monorepo',
        text: 'Every new package someone adds makes everybody else wait a little longer for a closing bracket. {percent}% slower since January by our telemetry.',
      },
    ],
    settings: [
      'The workspace has 140 packages joined by project references.',
      'My laptop has 32 GB and eight cores, so it is not the hardware.',
      'We use path aliases everywhere, for historical reasons.',
      'Generated clients make up a third of all lines.',
      'The whole thing is opened as one folder, because debugging needs it.',
      'Colleagues on another editor with the same server see the same delay.',
    ],
    attempts: [
      'Raising the memory limit of the server to 8 GB only delays the crash.',
      'Excluding build folders from the watcher gained nothing measurable.',
      'Opening a sub-folder is quick, but then references across packages are lost.',
      'I disabled every other extension, no difference.',
      'A profile shows 70% in checking types that are not on screen.',
      'The trace log grew to 2 GB before I could find anything in it.',
    ],
    effects: [
      'People turn the assistance off and the typo rate goes up.',
      'New hires ask whether their machine is broken.',
      'I lose my train of thought while a spinner turns.',
      'We are seriously debating to break up the repository for the sake of an editor.',
      'On battery it is down to ninety minutes.',
      'Pairing by screen share is painful to watch.',
    ],
    code: ['[Trace] Received response completionInfo (1843). Request took 8214 ms. Success: true'],
  },
  {
    id: 'editor-types-stale-until-restart',
    area: 'DEV_TOOLING_WORKFLOW',
    painType: 'bug',
    life: { kind: 'bursting', perWeek: 2.2, phase: 3.98 },
    near: ['editor-autocomplete-slow-in-monorepo'],
    projects: ['willowforge/langd', 'tinderbox/codelens', 'bramblecode/slate-editor', 'copperkettle/typegen'],
    tellings: [
      {
        title: 'Language server shows stale types until TS server restart',
        text: 'The compiler on the command line is happy. The editor goes on about the old shape of the interface.',
      },
      {
        title: 'Language server shows stale types until restart',
        text: 'After changing the return value in one workspace the other still sees yesterday’s declaration. Reload window, and all is well.',
      },
      {
        title: 'Language server shows stale types after a change',
        text: 'Switch branch, {n} false errors. They belong to the branch I left. Cmd-shift-P restart, daily ritual.',
      },
      {
        title: 'Language server shows red squiggles and stale types until restart',
        text: 'Code generation writes new files, the language service keeps the previous ones in memory. Suggestions offer fields that are gone.',
      },
      {
        title: 'Language server shows stale types after git checkout',
        text: 'Auto import proposes it, go to definition opens an empty tab. Only killing the process convinces it.',
      },
      {
        title: 'Language server shows stale types until I restart it',
        text: 'Upgraded a library, tooltips continue to describe the former version. tsc agrees with me, the sidebar does not.',
      },
      {
        title: 'Language server shows stale type errors after rebuild of a package',
        text: 'bound the restart command to a pedal on the floor, not even joking. stale cache after each pull',
      },
      {
        title: 'Language server shows stale types, TS server restart needed',
        text: 'Moved it with the editor’s own refactoring! Now "cannot find module" although it is right there and the build passes.',
      },
      {
        title: 'Language server shows stale types after generating code',
        text: 'Bind mount on a Mac. Edits from outside never arrive, so what is shown is frozen at the time of opening.',
      },
      {
        title: 'Language server shows stale types after every branch switch',
        text: 'Corrected the signature in the other tab and the mark remains until I type a blank in this one. {project} {version}.',
      },
      {
        title: 'Language server shows stale types since {version}',
        text: 'CI green, 40 problems listed locally. Nobody looks at the panel any more because it lies.',
      },
      {
        title: 'Language server shows stale types until the TS server is restarted',
        text: 'prisma generate rewrote the declarations under node_modules, which is not watched. One has to know that.',
      },
    ],
    settings: [
      'node_modules is a set of links, as pnpm makes it.',
      'Declarations come from a watch build in another terminal.',
      'I work with two worktrees of the same repository.',
      'The project sits on a network drive, for company reasons.',
      'Code is generated on every pull by a hook.',
      'composite is on and so is declarationMap.',
    ],
    attempts: [
      'Touching the file by hand makes the false mark vanish.',
      'Polling in place of native events cures it and melts the CPU.',
      'Deleting the tsbuildinfo does nothing for the open session.',
      'Only "restart server" helps, reloading a single file does not.',
      'I excluded nothing in the watcher options, to be sure.',
      'The same sequence in a fresh profile shows it as well.',
    ],
    effects: [
      'I no longer believe any underline I see.',
      'A colleague "fixed" correct code because the editor said so.',
      'Twenty restarts a day, half a minute each.',
      'True errors drown among the false ones and reach the pipeline.',
      'Beginners think that they broke something.',
      'We tell everybody to trust the terminal only.',
    ],
    code: ["error TS2339: Property 'locale' does not exist on type 'Profile'.   <- it does, see src/profile.ts:14"],
  },
  {
    id: 'lockfile-merge-conflicts',
    area: 'DEV_TOOLING_WORKFLOW',
    painType: 'complaint',
    life: { kind: 'growing', perWeek: 1, phase: 6 },
    near: ['lockfile-changes-without-reason'],
    projects: ['thistlepack/crate', 'hollowreed/pinfold', 'bramblecode/slate-editor', 'thistlepack/crate-docs'],
    tellings: [
      {
        title: 'Lockfile merge conflicts on every rebase',
        text: 'Two people add a dependency each and git shows 600 conflicting lines. Nobody can resolve that by reading.',
      },
      {
        title: 'Merge conflict in package-lock.json',
        text: 'We have five teams in one repository, whoever merges last does the dirty work.',
      },
      {
        title: 'yarn.lock merge conflicts all the time',
        text: 'Even when the packages themselves do not overlap at all. One line guarantees a clash for any two branches.',
      },
      {
        title: 'Merge conflicts in the lockfile',
        text: 'Taking ours and reinstalling bumps unrelated things, taking theirs loses mine.',
      },
      {
        title: 'Lockfile conflicts on every merge',
        text: 'Merge one, nineteen turn unmergeable. The bot rebases them all, CI burns for {minutes} minutes each, repeat.',
      },
      {
        title: 'Resolving lockfile merge conflicts by hand',
        text: 'I know one should not. After the fourth time on one afternoon one does.',
      },
      {
        title: 'Merge conflict in lockfile when two people add a dependency',
        text: 'Braces matched, integrity did not. The next person got EINTEGRITY.',
      },
      {
        title: 'poetry.lock always has merge conflicts',
        text: 'Everything behind the first entry gets kicked out because the same region of the file was edited.',
      },
      {
        title: 'Lockfile merge conflicts cost us hours',
        text: 'Sorted by name in one giant object, neighbours always touch. {project} should write one file per package.',
      },
      {
        title: 'Lockfile conflicts between every two branches',
        text: 'so every tiny PR needs a checkout, an install and a force push just for pnpm-lock.yaml',
      },
      {
        title: 'pnpm lockfile merge conflict after each rebase',
        text: 'Line based, append only, done. Meanwhile our composer.lock costs each developer an hour a week.',
      },
      {
        title: 'Merge conflicts in lockfile since {version}',
        text: 'Each replayed commit touches the lock, so I settle it, continue, and settle it again. rerere does not recognise them.',
      },
    ],
    settings: [
      'Thirty developers merge into one trunk about fifty times a day.',
      'The repository is a workspace with a single lock at the root.',
      'Branches live for three or four days here.',
      'We squash on merge.',
      'Both sides only added something, nobody removed anything.',
      'The bot is allowed ten open requests at once.',
    ],
    attempts: [
      'A custom merge driver works locally but the hosted platform ignores it.',
      'Marking the file as binary makes it worse, since one side must win.',
      'Reinstalling after taking the trunk’s version is what the docs say and it moves other packages.',
      'We appointed one person to merge dependency changes on Fridays.',
      'Smaller pull requests only mean more of them.',
      'Turning on union merge gave duplicate keys.',
    ],
    effects: [
      'Each of us loses about an hour a week to it.',
      'Approved changes go stale while waiting for another rebase.',
      'People avoid adding a small library because of the fuss.',
      'A wrong resolution took down staging on Tuesday.',
      'Our merge queue moves backwards on busy days.',
      'Reviewers have to look at 3,000 lines that no one understands.',
    ],
    code: [
      'CONFLICT (content): Merge conflict in package-lock.json\nAutomatic merge failed; fix conflicts and then commit the result.',
    ],
  },
  {
    id: 'lockfile-changes-without-reason',
    area: 'DEV_TOOLING_WORKFLOW',
    painType: 'bug',
    life: { kind: 'emerging', perWeek: 2, phase: 5.92 },
    near: ['lockfile-merge-conflicts'],
    projects: ['thistlepack/crate', 'hollowreed/pinfold', 'copperkettle/typegen', 'hollowreed/pinfold-action'],
    tellings: [
      {
        title: 'Lockfile changes without any dependency change',
        text: 'Fresh clone, install, git status is dirty. Hundreds of "peer": true flags come and go.',
      },
      {
        title: 'npm install changes the lockfile without reason',
        text: 'My colleague’s run removes the optional darwin entries, mine puts them back. Diff ping-pong in each commit.',
      },
      {
        title: 'Lockfile changes on every install',
        text: 'Same manifest, same {version} of the tool according to both of us. Registry addresses swap from http to https.',
      },
      {
        title: 'package-lock.json changes although nothing was added',
        text: 'I expected one line. The resolver took the opportunity to move everything within range.',
      },
      {
        title: 'Lockfile rewritten by npm install',
        text: 'After an install behind the company proxy. Nobody asked for it, nothing was printed.',
      },
      {
        title: 'Lockfile changes between Mac and Linux',
        text: 'poetry lock --no-update still reorders markers. Run it twice and you get two results.',
      },
      {
        title: 'Install changes the lockfile on another machine',
        text: 'ERR_PNPM_OUTDATED_LOCKFILE one minute after pnpm produced it. Settings checksum, apparently.',
      },
      {
        title: 'Unwanted lockfile changes after install',
        text: 'every PR of mine has +1800 −1750 in a file i did not touch on purpose. reviewers hate me',
      },
      {
        title: 'Lockfile changes back and forth between machines',
        text: 'No functional difference as far as I can see. {project} just likes to shuffle.',
      },
      {
        title: 'Lockfile rewritten without reason in {version}',
        text: 'Whoever is on VPN writes another host into the lock. Open source contributors cannot install then.',
      },
      {
        title: 'Lockfile changes when only install was run',
        text: 'Some background audit calls install. Found out by bisecting my own habits.',
      },
      {
        title: 'pnpm install changes lockfile without a new dependency',
        text: 'lockfileVersion stays, content is rewritten from top to bottom. I would expect determinism of all things here.',
      },
    ],
    settings: [
      'Half of us are on ARM laptops and the runners are x64.',
      'The tool’s version is pinned by corepack, we checked.',
      'No manifest was edited between the two runs.',
      'Behind the office proxy the registry has another name.',
      'A background extension may run installs, too.',
      'We commit the lock, as one should.',
    ],
    attempts: [
      'Using ci in place of install avoids it, until something has to be added.',
      'Deleting and making it anew gives a third variant.',
      'I compared the two files semantically, and they describe the same tree.',
      'Pinning the package manager to the exact patch helped for a week.',
      'A hook that restores the file hides real changes as well.',
      'Setting supported architectures lists everything and still drops some on macOS.',
    ],
    effects: [
      'Real dependency changes hide among thousands of shuffled lines.',
      'Nobody reviews that file any more, an attacker would love it.',
      'The dirty tree stops our release script each time.',
      'Builds are no longer reproducible from the tag.',
      'Our bot opens a pull request daily that changes nothing.',
      'We stash, pull and pop all day long.',
    ],
    code: ['$ git status --short\n M package-lock.json   # after a plain `npm install`'],
  },
  {
    id: 'docs-examples-do-not-work',
    area: 'DEV_TOOLING_WORKFLOW',
    painType: 'question',
    life: { kind: 'emerging', perWeek: 1.05, phase: 7.05 },
    projects: ['tinderbox/codelens', 'copperkettle/typegen', 'northspindle/edgeproxy', 'thistlepack/crate-docs'],
    tellings: [
      {
        title: 'Examples in the docs do not work',
        text: 'Copied it word for word. The option it uses does not exist in {version}. What am I missing?',
      },
      {
        title: 'Getting started example from the docs fails',
        text: 'The tutorial imports from a path that was removed two majors ago. Is there a newer text somewhere?',
      },
      {
        title: 'Docs example throws an error',
        text: 'TypeError on the first line. Does anybody run these before publishing?',
      },
      {
        title: 'Documentation examples are outdated and do not work',
        text: 'The version picker says latest, the text says otherwise. I have been at hello world since lunch.',
      },
      {
        title: 'Code examples in the docs do not work with {version}',
        text: 'it is the very first command of the quickstart lol. what replaced it',
      },
      {
        title: 'Example from the docs does not compile',
        text: 'One page has YAML, another a JS export, the reference lists keys that neither of them uses.',
      },
      {
        title: 'Docs: quickstart example does not work',
        text: 'Last commit three years ago and the main site still links to it. Am I expected to port it?',
      },
      {
        title: 'Where are working examples in the docs?',
        text: 'The manual’s code passes it, the signature has no such thing, and there is no word of explanation.',
      },
      {
        title: 'Tutorial example in the documentation is broken',
        text: 'No banner, no canonical link. How do I know that what I read applies to {project} today?',
      },
      {
        title: 'Docs examples use options that do not exist',
        text: 'Cost me an evening. The source says false since forever.',
      },
      {
        title: 'README example does not work',
        text: 'Either a page is missing or I am going mad. Has anyone finished this walkthrough?',
      },
      {
        title: 'Outdated examples in the docs',
        text: 'Everything I find, including the manual, was written before the rewrite. Ten lines would do.',
      },
    ],
    settings: [
      'I am new to it and follow the manual from page one.',
      'Fresh machine, newest release, nothing else installed.',
      'The site shows no date on any page.',
      'I teach a class of twenty with this next week.',
      'English is not my first language, so I double-checked the wording.',
      'The package was rewritten last year, as far as I understand.',
    ],
    attempts: [
      'Installing the release from the time of the text makes the page work.',
      'I read the source in the end, that answered it.',
      'The chat told me to look at the tests instead of the manual.',
      'An answer on a Q&A site has the right name of the option.',
      'I sent a correction for the page and it has been open since autumn.',
      'Guessing by auto-complete got me further than the text.',
    ],
    effects: [
      'I have lost a whole day on hello world.',
      'My students conclude that they are the problem.',
      'Our evaluation of the tool ended right there.',
      'Support questions about it fill half of the forum.',
      'One stops believing the rest of the manual as well.',
      'We wrote our own internal guide, and it ages too.',
    ],
    code: ["error: unknown command 'init'. Did you mean 'new'?"],
  },
  {
    id: 'git-lfs-quota-and-pointer-files',
    area: 'DEV_TOOLING_WORKFLOW',
    painType: 'bug',
    life: { kind: 'emerging', perWeek: 1.7, phase: 8.18 },
    projects: [
      'bramblecode/slate-assets',
      'emberfield/texturekit',
      'hollowreed/pinfold',
      'emberfield/texturekit-samples',
    ],
    tellings: [
      {
        title: 'Git LFS pointer files instead of content after clone',
        text: 'version https://git-lfs... is all that is in the PNG. Smudge did not run and nothing complained.',
      },
      {
        title: 'Git LFS checkout gives pointer files',
        text: 'Each job downloads 4 GB of textures. From then on every checkout ends in "over its data quota".',
      },
      {
        title: 'Git LFS bandwidth quota used up by CI',
        text: 'Now half of the assets are text for good. There is no warning on push.',
      },
      {
        title: 'Git LFS files are pointers, content missing',
        text: 'Always the same large object, batch response is fine, transfer stalls for {minutes} minutes and starts over.',
      },
      {
        title: 'Git LFS quota exceeded after a few days',
        text: 'checkout dies in the middle and leaves a half tree. you cannot even switch branches out of it',
      },
      {
        title: 'Clone contains Git LFS pointer files instead of images',
        text: 'The source zip made by the host does not resolve them. Customers open a model of 131 bytes.',
      },
      {
        title: 'Git LFS over quota, pointer files in checkout',
        text: 'All hashes changed, of course. The documentation says so in one sentence at the end.',
      },
      {
        title: 'Git LFS pointer files committed as content',
        text: 'Someone pushed the commit but not the blob. The tip of main is not checkable-out for anyone.',
      },
      {
        title: 'Git LFS: over its data quota on every checkout',
        text: 'The setting is read from the parent only. {project} pulls 12 GB of samples that nobody needs.',
      },
      {
        title: 'Git LFS pointer files in CI checkout',
        text: 'The build image has no lfs, so the site serves the pointers as image/png.',
      },
      {
        title: 'Git LFS quota exhausted by builds',
        text: 'File locks never expire, force unlock wants admin. Our artist cannot push her work.',
      },
      {
        title: 'Git LFS does not download files, only pointers',
        text: 'Purging means to delete and recreate the entire repository, says support. Issues and stars included.',
      },
    ],
    settings: [
      'The repository holds about 40 GB of textures and models.',
      'Artists use a graphical client, programmers the command line.',
      'Runners are fresh machines without any cache.',
      'The free plan includes one gigabyte of traffic.',
      'We track *.psd, *.fbx and *.png by attributes.',
      'The host is self-managed with object storage behind it.',
    ],
    attempts: [
      'git lfs install --force and another pull brings them back, on my machine.',
      'Skipping smudge and pulling selected paths works in a script, not for artists.',
      'A cache of .git/lfs on the runner halves the traffic.',
      'Lowering concurrent transfers to one makes it slower and no more reliable.',
      'lfs fsck says everything is OK.',
      'We tried a partial clone in place of it, the client of our artists cannot do that.',
    ],
    effects: [
      'The game started with pink boxes for all of QA.',
      'Nobody could check out for the last five days of the month.',
      'We bought data packs three times in one week.',
      'Two weeks of an artist’s work exists as a pointer only.',
      'Builds pass with placeholder art inside.',
      'People send assets by chat instead.',
    ],
    code: [
      'Error downloading object: hero.png (a1b2c3d): Smudge error: batch response: This repository is over its data quota.',
    ],
  },
];
