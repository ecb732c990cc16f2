/** Building, testing and delivering. One group a line: words that a searcher may use one for the other. */
export const BUILD = `
ci, continuous integration, pipeline, workflow, github actions, gitlab ci, jenkins, build server
runner, build machine, agent, worker, executor, build host
build, compile, compilation, rebuild, make, bundle
cache, cached, caching, layer cache, reuse, memoize, build cache
cache miss, rebuilt, from scratch, not reused, never cached, reruns, recomputed, cold
stale, outdated, old, obsolete, out of date, previous, not updated, expired content
docker, container, image, oci, podman, dockerfile, container image
layer, copy step, instruction, image layer
artifact, output, build output, package, binary, release file
job, step, task, stage, action
required check, status check, mandatory status, required status, branch protection, mandatory, merge gate
pending, waiting, never reports, hangs, stuck, expected, blocked, not triggered
merge, merged, merging, combine, land, integrate branch
conflict, clash, merge conflict, collision, rebase
branch, fork, trunk, main, feature branch
commit, push, check in, change, revision
pull request, pr, merge request, mr, change request, review
lockfile, lock file, package lock, yarn lock, dependency file, pnpm lock
monorepo, workspace, multi package repository, large repository, workspaces
path filter, affected, changed files, only changed, skip unchanged, selective
locally, on laptop, local run, on my machine, without pushing, dry run, try out
disk full, out of storage, no space left, disk space, storage full, enospc, fills up
cleanup, clean, prune, garbage, purge, tidy, abandoned, left behind, orphaned, leftover, nobody deletes
test, spec, check, suite, test case
flaky, flakiness, intermittent, sporadic, random failure, nondeterministic, unstable, sometimes fails
order dependent, test order, depends on order, shared state, state leak, pollution, together, full run, whole suite
alone, isolated, by itself, single test, in isolation, separately
mock, stub, fake, test double, simulated, recorded response
drift, out of date, diverged, out of sync, differs, no longer matches
coverage, code coverage, covered lines, lines covered, coverage report
parallel, concurrently, sharded, several processes, multiple workers, split, multi process
screenshot, pixel, visual, image comparison, visual regression, snapshot, picture
snapshot, golden file, baseline, reference, approved
end to end, e2e, browser test, ui test, integration test
unit test, unit tests, component test
fixture, test data, sample data, seed data, factory
assertion, expectation, expect, matcher
contract test, pact, schema check, api contract
breaking change, incompatible, renamed field, removed field, backwards compatibility, regression
release, deploy, ship, rollout, publish, delivery
version, release number, tag, semver, upgrade
typescript, types, type check, typing, tsserver, type error
lint, linter, eslint, formatter, prettier, style check, formatting
package manager, npm, yarn, pnpm, pip, cargo, maven, gradle
install, installation, setup, bootstrap, download dependencies
secret scanning, push protection, gitleaks, credential scanner
git lfs, large file, binary file, pointer file, big files
`;
