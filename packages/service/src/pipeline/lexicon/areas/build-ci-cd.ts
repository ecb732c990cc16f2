import type { AreaSeeds } from './area-seeds.ts';

export const buildCiCd: AreaSeeds = {
  telling: `
    ci, ci cd, cicd, continuous integration, continuous delivery, github actions, gitlab ci, circleci, jenkins,
    jenkinsfile, travis, buildkite, azure pipelines, teamcity, bazel, gradle, maven, sbt, cmake, makefile, ninja,
    ccache, sccache, turborepo, nx, docker build, dockerfile, buildkit, buildx, kaniko, layer cache, build cache,
    remote cache, self hosted runner, runner, workflow file, workflow yaml, required check, status check, merge queue,
    path filter, matrix build, build matrix, build artifact, upload artifact, artifact, release pipeline,
    incremental build, build server, build agent, npm ci, webpack build, esbuild, rollup, vite build, swc,
    linker error, cross compile, multi arch, pre merge, nightly build, pull request check, docker layer
  `,
  typical: `
    build, rebuild, pipeline, workflow, compile, compiler, compilation, job, stage, cache key, cache hit, cache miss,
    checkout, step, trigger, cron job, tag release, release build, image build, base image, monorepo, bundler, bundle,
    toolchain, cold build, parallel jobs, concurrency group, rerun, flaky pipeline, green build, red build,
    main branch, deploy job, reusable workflow, composite action, yaml, dependency cache, code signing, notarize,
    publish package
  `,
  vague: `
    docker, image, layer, push, branch, pull request, merge, commit, runner disk, minutes, artifact retention,
    lockfile, package, registry, release, version bump, environment variable, skipped
  `,
};
