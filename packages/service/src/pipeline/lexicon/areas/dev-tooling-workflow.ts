import type { AreaSeeds } from './area-seeds.ts';

export const devToolingWorkflow: AreaSeeds = {
  telling: `
    ide, vscode, vs code, visual studio code, intellij, jetbrains, webstorm, pycharm, xcode, neovim, vim, emacs,
    language server, lsp, intellisense, autocomplete, auto import, tsserver, type checking, type inference,
    typescript compiler, tsconfig, eslint, prettier, biome, linter, lint rule, formatter, format on save, git,
    git rebase, rebase, merge conflict, git blame, git hook, pre commit, husky, git lfs, submodule, cherry pick,
    code review, pull request review, monorepo tooling, npm install, npm, pnpm, yarn, pip, poetry, uv, conda,
    virtualenv, cargo, bundler gem, composer, homebrew, package manager, lockfile, lock file conflict,
    peer dependency, dependency resolution, dependency hell, node_modules, devcontainer, dev container,
    dev environment, local development, local setup, onboarding, codespaces, gitpod, wsl, dotfiles, hot module reload,
    file watcher, cli, command line tool, scaffolding, code generator, boilerplate, documentation, docs, readme,
    out of date docs, changelog, jira, refactoring, plugin extension, dev server
  `,
  typical: `
    editor, extension, plugin, terminal, shell, workspace, project setup, lint, format, formatting, types, type error,
    typings, typescript, import path, module resolution, esm, commonjs, package, dependency, dependencies,
    upgrade path, version conflict, install, installation, setup instructions, config file, configuration, conflict,
    branch, diff, review, reviewer, commit message, history, repository, clone, large repository, checkout,
    keybinding, shortcut, snippet, tooling, toolchain version, node version, python version, environment setup,
    tutorial, example code, migration guide, template, ticket, workflow, indexing
  `,
  vague: `
    tool, script, command, code, file, path, symlink, windows, macos, machine, laptop, slow, cpu, watch, merge,
    version, update, language, guide, outdated
  `,
};
