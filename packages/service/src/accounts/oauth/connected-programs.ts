import type { Account, ProgramRecord, Store } from '../../store/index.ts';

const MAX_PROGRAM_NAME_LENGTH = 80;

/** The name a program registered with, on one line: anyone can register any name. */
export const programName = (given: string | null | undefined): string =>
  given
    ?.replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_PROGRAM_NAME_LENGTH) || 'an unnamed app';

export interface ConnectedProgram extends ProgramRecord {
  name: string;
}

/** The programs a signed-in person has connected. */
export interface ConnectedPrograms {
  /** Most recently connected first. */
  list(account: Account): Promise<ConnectedProgram[]>;
  /** Revokes all its tokens. Returns its name, or null when it was not connected. */
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
