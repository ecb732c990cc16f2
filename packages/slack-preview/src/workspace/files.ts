import { newId, newSecret } from './ids.ts';

/** An uploaded file: requested, sent, then completed; only then it can be shown. */
export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly length: number;
  readonly altText: string;
  title: string;
  content: Buffer | null;
  isComplete: boolean;
  /** Some message shows it. */
  isShared: boolean;
  /** How many messages with it are still refused, as while Slack processes a new file. */
  refusals: number;
}

const MAX_FILES = 500;

/** The workspace's files, the oldest forgotten first. */
export function createFiles() {
  const files = new Map<string, StoredFile>();
  const addresses = new Map<string, string>();
  return {
    /** How many messages a later file is refused in before it counts as processed. */
    refusalsOfNew: 0,
    get all(): readonly StoredFile[] {
      return [...files.values()];
    },
    /** A new file, and the last part of the address that its content is to be sent to. */
    issue({ name, length, altText }: { name: string; length: number; altText: string }): {
      file: StoredFile;
      secret: string;
    } {
      const id = newId('F');
      const secret = newSecret();
      const fresh = { title: name, content: null, isComplete: false, isShared: false };
      const file = { id, name, length, altText, ...fresh, refusals: this.refusalsOfNew };
      files.set(id, file);
      addresses.set(secret, id);
      for (const map of [files, addresses]) forgetOldest(map);
      return { file, secret };
    },
    /** The file that waits for its content at this address. */
    awaited(secret: string): StoredFile | undefined {
      const file = files.get(addresses.get(secret) ?? '');
      return file?.content === null ? file : undefined;
    },
    find: (id: string): StoredFile | undefined => files.get(id),
    remove: (id: string): boolean => files.delete(id),
  };
}

function forgetOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (map.size > MAX_FILES && oldest !== undefined) map.delete(oldest);
}

const SIGNATURES: readonly (readonly [mimetype: string, signature: string])[] = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '47494638'],
];

/** A file's type by its first bytes; Slack shows only these three as pictures. */
export function imageType({ content }: StoredFile): string | null {
  const start = content?.subarray(0, 8).toString('hex') ?? '';
  return SIGNATURES.find(([, signature]) => start.startsWith(signature))?.[0] ?? null;
}
