import type { Pain } from '../parts/pain.ts';

export const testingQuality: Pain[] = [
  {
    id: 'test-fails-in-full-run-but-passes-alone',
    area: 'TESTING_QUALITY',
    painType: 'bug',
    life: { kind: 'surging', perWeek: 7.5, phase: 3 },
    near: ['test-passes-in-full-run-but-fails-alone'],
    projects: [
      'larkspurlabs/verdict',
      'stonewren/assay',
      'cobaltfinch/testbench',
      'larkspurlabs/verdict-js',
      'umberfield/litmus',
    ],
    tellings: [
      {
        title: 'Test fails in the full suite but passes alone',
        text: 'pytest tests/test_invoice.py passes a hundred times out of a hundred. `pytest tests/` and the very same function dies with "DetachedInstanceError". Something earlier on leaves its dirt behind.',
      },
      {
        title: 'Test passes alone but fails in the full suite',
        text: "One assertion breaks only if enough others went first. I bisected by hand for an afternoon, ended at a date-mocking helper that's never restored.",
      },
      {
        title: 'Tests fail in the full suite and pass alone',
        text: 'turned on shuffling, {n} failures. each of them is fine when you run that one file. not even sure i want to know',
      },
      {
        title: 'Test fails in the full suite because of shared state, passes alone',
        text: 'My file is OK on its own. Put it behind auth.test.ts in the same worker and fetch is still their stub, with their canned answer.',
      },
      {
        title: 'Test fails in full suite on CI but passes alone',
        text: 'JUnit reuses the JVM, our event bus is static, so by the time this class gets its turn there are three extra subscribers and counts are off by three.',
      },
      {
        title: 'Test fails in the full suite in random order, passes alone',
        text: 'Since the update, workers reuse one process for several files. Tests that set process.env without cleaning up now hurt whoever comes next in line.',
      },
      {
        title: 'Flaky test: fails in the full suite, passes alone',
        text: 'Whoever wrote `shared_user.roles.append("admin")` three years ago: my permission check works great by itself and is wrong in a complete run, thank you.',
      },
      {
        title: 'Test passes alone, full suite fails since {version}',
        text: 'Expected 1 got 4. Run singly: 1. The earlier module commits outside of the rollback wrapper.',
      },
      {
        title: 'Why does my test fail in the full suite but pass alone?',
        text: 'rspec --seed 31337 reproduces it nicely, --only-failures does not, since then its polluter isn\'t loaded. The bisect command gives up after {minutes} minutes saying "order dependency not found".',
      },
      {
        title: 'Test fails in the full suite after another test, passes alone',
        text: 'A test freezes time and forgets to thaw. Everything downstream thinks it is 2019 and expires its tokens. On their own all of those are correct, which made it such a joy to find.',
      },
      {
        title: 'Single test passes alone, fails in the full suite',
        text: 't.Setenv would restore it but somebody calls os.Setenv. My number formatting check is only broken when that one precedes it.',
      },
      {
        title: 'Test passes alone but fails in the full suite with mocked dates',
        text: 'The retry runs the single failed test in a new process, where naturally it passes, and so the pipeline reports success. We have hidden {n} real cross-contaminations like this.',
      },
      {
        title: 'Test fails in the full suite but passes alone',
        text: "getByRole finds two buttons in a full run and one in a solo run. Automatic cleanup isn't registered because globals are off.",
      },
      {
        title: 'Test passes alone but fails in the full suite',
        text: "A function memoised in test A gives B yesterday's answer. B is innocent, B run by itself proves it.",
      },
      {
        title: 'Tests fail in the full suite and pass alone',
        text: 'Two modules create the same counter on a global registry. Either one works solo. Nobody resets it in between.',
      },
      {
        title: 'Test fails in the full suite because of shared state, passes alone',
        text: 'assert "retrying" in caplog.text -> empty. By itself it\'s there. Some CLI test calls dictConfig with disable_existing_loggers and never puts it back.',
      },
      {
        title: 'Test fails in full suite on CI but passes alone',
        text: 'static property $instance, you know the rest. took me {n} hours, was a test for the newsletter footer',
      },
      {
        title: 'Test fails in the full suite in random order, passes alone',
        text: 'An earlier test starts a stub server and forgets to stop it. Mine is then talking to *that* one, which answers 404 to all it hears.',
      },
    ],
    settings: [
      'Our suite has 4,100 tests in one process, collected alphabetically.',
      'The application keeps a module-level registry which is filled on import.',
      'Tests of eleven teams share one Postgres schema and roll back, mostly.',
      'Half of the files patch the clock and the other half read it.',
      'Vitest runs with isolation switched off, because with it the suite takes four times as long.',
      'It shows up only when all modules run, the nightly full run being the first place to see it.',
      'Spring contexts are cached across classes to save start-up time.',
    ],
    attempts: [
      'Running the failing file by itself, with any seed, is always green.',
      'I bisected the list of predecessors by hand and found two separate polluters.',
      'Resetting modules in an afterEach fixed this one and doubled the time of the suite.',
      'The bisect command does not terminate on a suite of our size.',
      'Forking a process for each file makes it disappear, and takes 50 minutes instead of 12.',
      'We added a global teardown which deletes all rows, then another leftover, an env variable, took over.',
      'Marking it as flaky with three reruns hides it, as the rerun happens alone.',
    ],
    effects: [
      'We merge with "known red" tests nearly every day.',
      'Adding a new, perfectly good test breaks an old one of another team, because it changes what goes before.',
      'I lost two days on a failure that I could not reproduce by running the test that failed.',
      'Nobody dares to turn on random order, so the coupling gets worse.',
      'The nightly run is red four mornings of five and people no longer open the mail.',
      'A true regression hid among the suite-only failures for two releases.',
      'Newcomers run their own file, see green, push, and get blamed.',
    ],
    code: [
      `$ pytest tests/test_invoice.py::test_total -q
1 passed in 0.31s
$ pytest tests -q
FAILED tests/test_invoice.py::test_total - assert 4 == 1
1 failed, 1904 passed in 402.77s`,
      `rspec --seed 31337          # 1 failure
rspec spec/models/cart_spec.rb --seed 31337   # 0 failures`,
    ],
  },
  {
    id: 'test-passes-in-full-run-but-fails-alone',
    area: 'TESTING_QUALITY',
    painType: 'question',
    life: { kind: 'steady', perWeek: 1, phase: 15.0 },
    near: ['test-fails-in-full-run-but-passes-alone'],
    projects: ['stonewren/assay', 'larkspurlabs/verdict', 'umberfield/litmus', 'cobaltfinch/testbench'],
    tellings: [
      {
        title: 'Test fails alone but passes with the whole suite',
        text: "As part of the complete suite it's green. `pytest path::test_x` on its own: AttributeError, plugin not initialised. Apparently some earlier file does the setup for it.",
      },
      {
        title: 'Test needs the other tests to run first',
        text: 'Start it by itself from the IDE and it fails on a missing table. Run everything and it passes. How do people find out what it secretly depends on?',
      },
      {
        title: 'Why does my test fail when run alone?',
        text: 'remove the .only and green again. so the thing in the describe above is doing half of my setup? how do i even see that',
      },
      {
        title: 'Single test fails alone, passes in the full suite',
        text: 'An entity is registered as a side effect of importing test_orders. Without that file in the collection, mine gets "mapper not found". With it, all is well.',
      },
      {
        title: 'Running one test alone fails, whole suite passes',
        text: 'After splitting into {n} shards, specs which had been passing for years fell over, as what fed them lives in another shard now. Is there a tool that executes every test separately to list those?',
      },
      {
        title: 'Test fails when run by itself',
        text: 'The user row with id 1 is inserted by a totally different class. We noticed only when that class was deleted and an unrelated one broke.',
      },
      {
        title: 'it.only makes the test fail, passes with the others',
        text: "--last-failed with one entry: still fails. The complete run: passes. I feel gaslit by {project}, can someone explain which state it's missing?",
      },
      {
        title: 'Test fails alone because setup is done in other tests',
        text: "In i18n.test.ts nothing calls init(). Someone else's beforeAll does it in the same worker, so my snapshot has real text there and raw keys when executed solo.",
      },
      {
        title: 'Cannot run a single test alone, setup missing',
        text: 'We now execute only what a change touches. Result: reds that go away the moment you execute everything. Any strategy besides fixing {n} of them one after another?',
      },
      {
        title: 'Fails alone with missing fixture, passes in full suite',
        text: 'A nil client. In the full pass TestMain... no, actually TestImport creates the package-level client and TestExport simply uses it.',
      },
      {
        title: 'Test fails alone in the IDE',
        text: 'They had been riding on the temp directory it created. Why does nothing warn about that?',
      },
      {
        title: 'How to find why a test fails when run alone?',
        text: "What's the usual way to guarantee that each test is runnable independently? We have a random-order job but that rarely puts the needy one in first place.",
      },
      {
        title: 'Test depends on other tests and fails alone',
        text: 'testB reads the id that testA put in a static field. Together fine, B by itself NPE. Inherited {n} classes written like so, where would you start?',
      },
    ],
    settings: [
      'Tests were written over eight years under the assumption that everything runs, always in the same order.',
      'We introduced change-based test selection last month and now run 5 percent of the suite on a pull request.',
      'Our IDE runs one method at a time, CI runs the lot.',
      'A few base classes create the schema only in the first subclass that happens to come along.',
      'The suite was split into eight shards by duration.',
      'Seeds are loaded by whichever class comes first in the alphabet.',
    ],
    attempts: [
      'Printing the fixtures used by it shows nothing, the missing piece comes from an import side effect.',
      'I put the passing predecessors back one by one until it turned green, with 600 candidates.',
      'Loading all seed data in every test makes it pass alone, at three seconds a test.',
      'Adding `depends` markers documents the mess and breaks selection.',
      'A job that runs each test on its own in a fresh process takes eleven hours.',
      'I copied the setup of the class before and it works solo now, without my knowing which line it was.',
    ],
    effects: [
      "I can't set a breakpoint without running nine minutes of other people's tests first.",
      'Test selection was meant to save us half an hour per pull request, and it is switched off again.',
      'Removing obsolete tests has become dangerous, as others feed on what they leave.',
      'Rebalancing shards turns arbitrary tests red.',
      "We don't know how many of our tests say anything when taken on their own.",
      'Reproducing a bug report with one focused test is impossible, so people add prints and run the lot.',
    ],
    code: [
      `$ npx vitest run src/export.test.ts -t 'writes header'
FAIL  expected 'export.header' to be 'Invoice number'
$ npx vitest run
Tests  2381 passed (2381)`,
    ],
  },
  {
    id: 'screenshot-test-fails-without-visible-change',
    area: 'TESTING_QUALITY',
    painType: 'bug',
    life: { kind: 'steady', perWeek: 1, phase: 0.0 },
    near: ['screenshot-test-misses-visible-regression'],
    projects: ['cobaltfinch/pixelguard', 'larkspurlabs/verdict-js', 'wickerhall/looksame', 'umberfield/litmus'],
    tellings: [
      {
        title: 'Screenshot tests fail without a visible change',
        text: 'Same browser build, same commit, 0.8 percent of pixels "changed". It\'s font antialiasing, no human could tell the two apart.',
      },
      {
        title: 'Screenshot test fails on Linux because of font rendering',
        text: "{n} images to re-approve by hand. I flipped through all of them, they're the same pictures.",
      },
      {
        title: 'Screenshot tests fail although nothing looks different',
        text: 'every PR: 30 red diffs. every PR: someone clicks accept all. the diffs are a subpixel shift in a scrollbar nobody has ever looked at',
      },
      {
        title: 'Screenshot diff fails by a few pixels',
        text: "Depending on the millisecond the text cursor is in the picture or isn't. One failed run in five, with an unmodified page.",
      },
      {
        title: 'Screenshot tests fail after browser update to {version}',
        text: "We get a grey box instead of an avatar now and again and the comparison flags it. Site's fine, the camera is just too quick.",
      },
      {
        title: 'Visual tests fail without visible differences',
        text: 'The container has another fallback font than the one the reference was recorded with. Our Japanese stories have been "broken" since the base image update, visually they\'re all right.',
      },
      {
        title: 'Screenshot test fails only on CI runner',
        text: 'Colleague with an external monitor records at scale factor 1, I get 2. Dimensions mismatch, 100% failed, zero changes.',
      },
      {
        title: 'Screenshot tests flaky because of antialiasing',
        text: "Disabling CSS animations doesn't reach the canvas one. So there's always a delta, always meaningless.",
      },
      {
        title: 'Screenshot comparison fails for identical pages',
        text: 'The cloud provider moved us to different machines over the weekend. Monday {n} failures, all of them gradients off by 1 in the blue channel.',
      },
      {
        title: 'Screenshot tests fail because of subpixel differences',
        text: "I'd rather not raise the threshold, but as it stands box-shadows rendering 1/255 darker are treated like a missing button.",
      },
      {
        title: 'Screenshots differ between Mac and Linux, tests fail',
        text: 'Reference says 2023, it\'s 2024, all stories red. Yes I know, mask it. There\'s also "3 minutes ago", a random avatar colour and an ad slot.',
      },
      {
        title: 'False positives in screenshot tests',
        text: 'Web font arrives after first paint and metrics differ slightly. Waiting on document.fonts.ready reduced it without removing it.',
      },
      {
        title: 'Screenshot test fails without changes, have to approve {n} images',
        text: 'name-darwin.png, name-linux.png, name-win32.png. Only one of those ever gets updated by its author and the other two turn red for someone else.',
      },
      {
        title: 'Why do screenshot tests fail without a visible change?',
        text: '15px narrower layout, all text wraps elsewhere, every comparison red. On a real screen nothing of this exists.',
      },
      {
        title: 'Screenshot tests fail without a visible change',
        text: 'The map canvas is never twice the same down to the bit. {percent}% of our reds come from that one component, which nobody has touched since launch.',
      },
    ],
    settings: [
      "References are recorded on developers' Macs and compared in a Linux container.",
      'There are 640 stories in three browsers and two themes.',
      'The runner image is updated every week, fonts included.',
      'Threshold is left at its default of zero differing pixels.',
      'Pages contain web fonts from our own CDN that arrive late.',
      'Runners come from a pool with mixed hardware, some with a GPU and some without.',
    ],
    attempts: [
      'Running the capture in docker on the Mac gives a third rendering that matches neither.',
      'Disabling animations and hiding the caret got rid of about half of the false diffs.',
      'We raised maxDiffPixelRatio until it was quiet and then had no confidence in it.',
      'Re-recording everything fixes it until the next image update.',
      'I mask dates and avatars by selector, the list is at 85 entries.',
      'Retrying three times turns most of the red ones green, which tells you what they are worth.',
      'Waiting for network idle before the shot made the suite twice as slow and the font shift is still there.',
    ],
    effects: [
      'Reviewers approve all diffs unseen, because they are noise nine times out of ten.',
      'A pull request that changes a server log message is blocked by 41 unchanged pictures.',
      'Designers left the review channel, since there was never anything to see.',
      'One of us spends each Monday morning re-approving identical images.',
      'The check is no longer mandatory, which makes it decoration.',
      'Repository grew by 2 GB of PNGs that are re-recorded for invisible reasons.',
    ],
    code: [
      `Error: expect(page).toHaveScreenshot('checkout.png')
  1184 pixels (ratio 0.01 of all image pixels) are different.
# diff.png: every glyph edge, nothing else`,
    ],
  },
  {
    id: 'screenshot-test-misses-visible-regression',
    area: 'TESTING_QUALITY',
    painType: 'complaint',
    life: { kind: 'dead', perWeek: 0.5, phase: 33 },
    near: ['screenshot-test-fails-without-visible-change'],
    projects: ['wickerhall/looksame', 'cobaltfinch/pixelguard', 'larkspurlabs/verdict-js', 'stonewren/assay'],
    tellings: [
      {
        title: 'Screenshot tests miss visible regressions',
        text: "A whole button disappeared from the page and the comparison said match, as it's less than 1% of a full-page picture. So what do I keep {n} reference images for?",
      },
      {
        title: 'Screenshot test passed although a button disappeared',
        text: 'A missing icon in a 4000px tall screenshot drowns in the ratio. Big shots are basically blind.',
      },
      {
        title: 'Visual regression missed by screenshot tests',
        text: 'Someone ran update-snapshots over the lot along with their change, the broken layout became the reference and since then the tool defends the bug.',
      },
      {
        title: 'Screenshot test does not notice a missing icon',
        text: 'Long German labels ran out of their boxes on production for {n} days. Capture compares at one width only, where it happens to fit. I was under the impression that this was precisely what we pay for.',
      },
      {
        title: 'Screenshot threshold misses visible changes',
        text: 'all input borders vanished in safari. passed. it classed the border as smoothing noise, cool',
      },
      {
        title: 'Screenshot tests green while the page was broken',
        text: 'The mask over the date picker grew with the element, so when that element covered half of the page, half of the page was exempt. Green of course.',
      },
      {
        title: 'Broken layout not detected by screenshot tests',
        text: 'Sections below are virtualised, blank in the reference, blank in the candidate: identical! Nothing beneath the fold has ever been checked.',
      },
      {
        title: 'Screenshot comparison misses small regressions',
        text: 'Baseline was recorded when the API stub was down. Ever since, "Something went wrong" equals "Something went wrong", hooray.',
      },
      {
        title: 'Regression missed because the screenshot baseline was updated',
        text: 'Contrast dropped from readable to light grey on white in our dark theme. Colour distance stayed within tolerance so nobody was told until a customer complained.',
      },
      {
        title: 'Screenshot tests miss changes below the threshold',
        text: 'The picture of a page at rest says little about it. A z-index change made the menu open behind the table, suite content, users not.',
      },
      {
        title: 'Screenshot test misses regression in dark mode',
        text: "Two stories, one file. The second is compared with itself each time and can't fail. Found after shipping a modal without its close icon.",
      },
      {
        title: 'Screenshot tests pass with visible breakage',
        text: 'Timeout while taking the shot -> status "no changes". I\'d call this negligent for a QA product.',
      },
    ],
    settings: [
      'We capture full pages at 1280 wide, some of them 6,000 pixels tall.',
      'Tolerance stands at one percent since the default drove people mad.',
      'Baselines are updated by a bot comment that anyone can trigger.',
      'Stories are rendered with stubbed data in English only.',
      'Masks cover ads, avatars and the live price widget.',
      'Captures run in Chromium alone, a third of our customers use Safari.',
    ],
    attempts: [
      'Lowering the tolerance for everything brings 300 false alarms back in one go.',
      'I took the shots per component instead of per page and it did catch the missing button, at eight times the cost.',
      'We asked for two approvals on reference changes, people approve 90 images in ten seconds.',
      'Adding a second viewport found two old defects which the first had missed.',
      'I deliberately deleted the header to see whether anything would turn red, and nothing did.',
      'An assertion on the number of visible buttons found it at once, so plain code beats the pictures here.',
    ],
    effects: [
      'Customers saw a payment page without a pay button for two hours.',
      'The broken layout sat in the approved references for five weeks.',
      'Support found the defect before our supposedly visual safety net did.',
      'Management asked what the licence is for if this can slip by.',
      'We do manual look-throughs before release again, on top of the tool.',
      'A green result gave us the confidence to ship on a Friday, wrongly.',
    ],
    code: [
      `toHaveScreenshot({ maxDiffPixelRatio: 0.01, fullPage: true })
// 1280 x 6120 = 7.8M px, 1% = 78k px = our entire call-to-action bar`,
    ],
  },
  {
    id: 'coverage-lost-with-parallel-workers',
    area: 'TESTING_QUALITY',
    painType: 'bug',
    life: { kind: 'bursting', perWeek: 2.2, phase: 1.73 },
    projects: [
      'stonewren/gauge-cov',
      'larkspurlabs/verdict',
      'umberfield/litmus',
      'stonewren/assay',
      'cobaltfinch/testbench',
    ],
    tellings: [
      {
        title: 'Coverage drops when tests run in parallel',
        text: 'Same tests, all executed, all passing. Only the report disagrees; the coverage files of three parallel workers out of four are missing at the end.',
      },
      {
        title: 'Coverage lost with parallel workers',
        text: 'Each of our {n} parallel workers writes lcov.info under the same name, so the later one replaces the earlier. The coverage total then claims that most of the code was never run.',
      },
      {
        title: "Parallel workers overwrite each other's coverage",
        text: 'We start the CLI via subprocess.run in every worker, and its coverage used to be counted thanks to the .pth trick. After upgrading to {version}: zero lines.',
      },
      {
        title: 'Coverage report misses data from parallel workers',
        text: 'Coverage is 84.2, 81.9, 84.2, 79.0. Looks like a race in writing the partial files when parallel workers exit.',
      },
      {
        title: 'Coverage too low with parallel workers',
        text: 'Unit part is v8, browser part istanbul. After merging the coverage of all workers, functions that were demonstrably called are at 0 and blank lines are red.',
      },
      {
        title: 'Coverage only contains the last parallel worker',
        text: 'code inside ThreadPoolExecutor: never executed, says the coverage report. the prints from that code beg to differ',
      },
      {
        title: 'Combined coverage lost between parallel workers',
        text: 'Covered lines land on the import statements, actual branches stay uncovered. Turned up once tests were distributed over a pool, serial mode is right.',
      },
      {
        title: 'Coverage of child processes lost with parallel workers',
        text: "The pool of workers gets SIGTERM instead of a polite shutdown, the exit hook that flushes coverage data isn't reached. Longer suites lose more.",
      },
      {
        title: 'Coverage drops to {percent}% with parallel workers',
        text: 'Bot says "coverage decreased by {percent}%". I added forty assertions. It compares my coverage from four parallel workers with main\'s serial one.',
      },
      {
        title: 'Merged coverage of parallel workers loses lines',
        text: "With the new monitoring backend and parallel workers half of the branches are flagged partial. Back to the C tracer and it's all there.",
      },
      {
        title: 'Coverage lost with parallel workers in {version}',
        text: 'forkCount=2, append is on, nonetheless the coverage of just one worker survives.',
      },
      {
        title: 'Coverage wrong with parallel workers',
        text: 'First message about coverage: minus 34. Then more workers report. Twenty minutes later, edited: plus 0.1. By then the author has had a heart attack.',
      },
      {
        title: 'Coverage drops when tests run in parallel',
        text: 'Workers build in /builds/a and /builds/b. Path mapping is configured like in the docs, the coverage merge nevertheless lists every file twice, each with half of the hits.',
      },
    ],
    settings: [
      'We split the suite over twelve containers and merge reports in a last job.',
      'pytest-xdist with eight workers, branch measurement on.',
      'The gate demands that coverage does not fall by more than 0.1.',
      'Tests call our command-line program as a child process about 300 times.',
      'Unit tests run in Node and component tests in a real browser, with one merged report.',
      'Gradle runs with two forks per module and a shared output folder.',
    ],
    attempts: [
      'Running everything serially gives the right figure and takes 55 minutes.',
      'Unique file names per shard helped, after which the merge step mixed up the paths.',
      'Pinning the older version of the coverage library brings the lost lines back.',
      'I set parallel = true and concurrency = multiprocessing as documented, no change.',
      'Sleeping two seconds before the worker exits makes the numbers stable, sadly.',
      'We tell the bot to wait for twelve uploads and it waits forever if one shard is skipped.',
    ],
    effects: [
      'The gate rejects pull requests that are fine and people merge with an override.',
      "Our figure for the audit is off by ten points and I can't say in which direction.",
      'We stopped looking at per-line marks, as they show executed code in red.',
      'Every second discussion in review is about whether the drop is real.',
      'A module without a single test went unnoticed, since everything looked half covered.',
      'We pay for eight workers and run the measuring job on one.',
    ],
    code: [
      `$ coverage run --parallel-mode -m pytest -n 4 && coverage combine
Combined data file .coverage.ip-10-0-3-7.4122
# expected 5 files, found 1`,
    ],
  },
  {
    id: 'mocks-stay-green-after-api-changed',
    area: 'TESTING_QUALITY',
    painType: 'complaint',
    life: { kind: 'emerging', perWeek: 2, phase: 7.61 },
    projects: ['umberfield/litmus', 'larkspurlabs/verdict-js', 'cobaltfinch/standin', 'stonewren/assay'],
    tellings: [
      {
        title: 'Mocks stay green after the API changed',
        text: "The payments service renamed `amount_cents`, our stub goes on returning the old name, so {n} tests confirmed that we talk perfectly to an API that isn't there any more.",
      },
      {
        title: 'Tests with mocks pass although the API changed',
        text: 'you write down what you believe the other side does, and nobody tells the belief when the other side changes',
      },
      {
        title: 'Mocks hide API changes, tests stay green',
        text: 'Half of our VCR fixtures are of endpoints that have been switched off. Everything is green. I only noticed because I wanted to re-record one.',
      },
      {
        title: 'Outdated mocks: tests pass, production breaks',
        text: 'The types are cast with `as any` in the fixture so the compiler is no help either. Whole frontend suite tests a fantasy.',
      },
      {
        title: 'Mocked API changed and no test failed',
        text: "Python's Mock happily answers anything. client.fetch_all was removed in the last release of the SDK and our test of it goes on passing. autospec should have been the default, I'm tired.",
      },
      {
        title: 'Mocks do not notice that the API has changed',
        text: "The other team changes their service, we hand-maintain a double of it, and there's no signal between those two facts until a customer sends it.",
      },
      {
        title: 'Mocks out of date after API change',
        text: 'Tried consumer-driven contracts to stop the doubles from drifting. Ended up with a broker, webhooks, tags, can-i-deploy, and a pact file which is itself written by hand.',
      },
      {
        title: 'Tests stay green with mocks of an old API',
        text: "A parameter turned mandatory on their side. Our simulated one accepts whatever. Why is there no easy way to check a stub against the provider's OpenAPI document?",
      },
      {
        title: 'API change not caught because of mocks',
        text: 'Every collaborator is replaced, so what we verify is that our code calls our assumptions in the right order. Upstream moved pagination from page to cursor and not one test blinked.',
      },
      {
        title: 'Mock responses outdated since API {version}, tests still green',
        text: 'Fake has no unique constraint, no length limit, no case sensitivity. Suite green, first real insert explodes.',
      },
      {
        title: 'Recorded mocks hide a changed API',
        text: 'so even "integration" tests against it are a mock with extra steps. Error format differs, we parse the wrong one.',
      },
      {
        title: 'Mocks keep passing after a field was renamed in the API',
        text: "There's a script. It was last run in October. The provider has deployed {n} times since.",
      },
    ],
    settings: [
      'We consume nine internal services, each with its own hand-written stub.',
      'Cassettes were recorded once and are committed next to the tests.',
      'The provider team deploys daily and announces changes in a channel with 400 people.',
      'About 80 percent of our tests replace the HTTP client.',
      'The repository layer is faked by a dictionary in all service tests.',
      'Our vendor publishes an OpenAPI file which is sometimes true.',
    ],
    attempts: [
      'We re-record cassettes each quarter and spend two days sorting out which differences matter.',
      'A nightly job against the live API found three mismatches and was then muted because it is slow.',
      'Switching all mocks to autospec caught removed methods but not changed payloads.',
      'Contract tests work with the one team that agreed to run them.',
      'Validating stubs against the published schema turned up 60 errors, some of them in the schema.',
      'I replaced the fake repository by a real Postgres in a container, which helps for the database only.',
    ],
    effects: [
      'Billing was down for three hours behind a wall of green checks.',
      'We find out about upstream changes from our customers.',
      'Nobody believes in the unit tests, so each release gets a day of manual poking.',
      'I rewrote 70 fixtures by hand after one renamed field.',
      'The argument about whose fault it was took longer than the repair.',
      'A junior colleague learned the wrong API from our fixtures.',
    ],
    code: [
      `client = Mock()
client.fetch_all.return_value = [{'amount_cents': 100}]   # fetch_all: removed, amount_cents: renamed
assert total(client) == 100                               # passes`,
    ],
  },
];
