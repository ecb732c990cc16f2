import type { AreaSeeds } from './area-seeds.ts';

export const testingQuality: AreaSeeds = {
  telling: `
    unit test, integration test, end to end test, e2e, flaky test, flaky, flakiness, test suite, test runner,
    test case, test data, test isolation, test order, jest, vitest, mocha, jasmine, karma, pytest, unittest, junit,
    testng, rspec, phpunit, xunit, nunit, playwright, cypress, selenium, puppeteer, webdriver, testcontainers,
    snapshot test, screenshot test, visual regression, golden file, code coverage, coverage report, test coverage,
    mutation testing, property based, fuzzing, mock, mocking, stub, spy, fixture, assertion, assert, expect,
    fake timers, contract test, consumer driven contract, pact, smoke test, regression test, load test, qa,
    quality assurance, tdd, bdd, gherkin, cucumber, msw, sinon, headless browser, storybook test, test double,
    test harness, test report, tester, reference image, reference screenshot, pixel comparison, image diff,
    visual diff, pixel tolerance, visual test
  `,
  typical: `
    test, tests, testing, tester, coverage, suite, spec, passes locally, fails in ci, run in isolation,
    parallel tests, parallel workers, shard, sharding, retries, quarantine, teardown, setup, baseline image,
    pixel diff, diff threshold, snapshot, screenshot, recorded response, mocked, mocks, test database, seed data,
    factory, random order, green, red, false positive, simulator, emulator, test environment, staging test,
    manual testing
  `,
  vague: `
    fails, pass, passing, worker, threshold, clock, timezone, randomly, intermittent, state leak, isolation, verify,
    quality, regression, defect, review, browser, renamed field
  `,
};
