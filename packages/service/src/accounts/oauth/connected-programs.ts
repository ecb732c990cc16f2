import type { Account, ProgramRecord, Store } from '../../store/index.ts';

const MAX_PROGRAM_NAME_LENGTH = 80;

/** What a program calls itself, on one line: anybody may register any name. */
export const programName = (given: string | null | undefined): string =>
  given
    ?.replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_PROGRAM_NAME_LENGTH) || 'a program without a name';

export interface ConnectedProgram extends ProgramRecord {
  name: string;
}

/** The programs that a signed-in person let in. */
export interface ConnectedPrograms {
  /** Last let in first. */
  list(account: Account): Promise<ConnectedProgram[]>;
  /** Ends all its tokens at once; its name, or null when it holds none. */
  disconnect(account: Account, clientId: string): Promise<string | null>;
}

export function createConnectedPrograms({ programs }: Pick<Store, 'programs'>): ConnectedPrograms {
  const list = async ({ id }: Account): Promise<ConnectedProgram[]> =>
    (await programs.list(id)).map((program) => ({ ...program, name: programName(program.name) }));
  return {
    list,
    async disconnect(account, clientId) {
      const program = (await list(account)).find((each) => each.clientId === clientId);
      await programs.remove(account.id, clientId);
      return program?.name ?? null;
    },
  };
}
