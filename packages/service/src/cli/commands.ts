import type { Command } from 'commander';
import type { CliContext } from './context.ts';

/** A command as the list of all names it; `load` brings the rest, which may be the whole pipeline. */
export interface ListedCommand {
  name: string;
  usage: string;
  summary: string;
  load: (() => Promise<(context: CliContext) => Command>) | null;
}

export const COMMANDS: readonly ListedCommand[] = [
  {
    name: 'import',
    usage: '<file>',
    summary: 'store the posts of a file and find their signals',
    load: async () => (await import('./import.ts')).importCommand,
  },
  {
    name: 'fetch',
    usage: '[source]',
    summary: 'read what is new at the sources of the SOURCES file',
    load: async () => (await import('./fetch.ts')).fetchCommand,
  },
  {
    name: 'snapshot',
    usage: '',
    summary: 'bring signals, scores and briefs up to now',
    load: async () => (await import('./snapshot.ts')).snapshotCommand,
  },
  {
    name: 'assignments',
    usage: '',
    summary: 'print every post with its signal, as JSON lines',
    load: async () => (await import('./assignments.ts')).assignmentsCommand,
  },
  {
    name: 'merges',
    usage: '',
    summary: 'list what the nights have merged and parted',
    load: async () => (await import('./merges.ts')).mergesCommand,
  },
  {
    name: 'merge',
    usage: 'undo <id>',
    summary: 'take back one of those merges',
    load: async () => (await import('./merge.ts')).mergeCommand,
  },
  {
    name: 'rebuild',
    usage: '',
    summary: 'make all signals again from the stored posts',
    load: async () => (await import('./rebuild.ts')).rebuildCommand,
  },
  {
    name: 'sample',
    usage: 'remove',
    summary: 'end the invented posts',
    load: async () => (await import('./sample.ts')).sampleCommand,
  },
  {
    name: 'forget',
    usage: '',
    summary: 'remove posts for good, with all that quotes them',
    load: async () => (await import('./forget.ts')).forgetCommand,
  },
  {
    name: 'hide',
    usage: 'signal|post <id>',
    summary: 'put a signal or a post out of sight, or back',
    load: async () => (await import('./hide.ts')).hideCommand,
  },
  {
    name: 'backup',
    usage: '<file>',
    summary: 'write everything the service keeps to a new file',
    load: async () => (await import('./backup.ts')).backupCommand,
  },
  {
    name: 'restore',
    usage: '<file>',
    summary: 'put a backup in the place of everything',
    load: async () => (await import('./restore.ts')).restoreCommand,
  },
  {
    name: 'user',
    usage: 'add|plan|reset <email>',
    summary: 'the accounts that keys belong to',
    load: async () => (await import('./user.ts')).userCommand,
  },
  {
    name: 'key',
    usage: 'create|list|revoke|restore',
    summary: 'API keys',
    load: async () => (await import('./key.ts')).keyCommand,
  },
  {
    name: 'doctor',
    usage: '',
    summary: 'check the configuration, and say what to do',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
  // Of the Slack app, which the service does not know: start.mjs runs it.
  { name: 'encryption', usage: 'rotate', summary: "encrypt the Slack app's tokens and keys anew", load: null },
];
