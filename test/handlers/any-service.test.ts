import { describe, expect, it } from 'vitest';
import { ACTION } from '#blocks/kit/buttons.ts';
import { type DefaultResponse, defaultResponse, type WriteExcerpts } from '../support/service/fake-service.ts';
import { idOf, someExcerpts } from '../support/service/sample-signals.ts';
import { cardText } from '../support/slack/card-text.ts';
import { startWorld } from '../support/worlds/slack-world.ts';

const COMMANDS = [
  ...['', 'trending', 'emerging', 'top', 'top growth', 'search pain', 'search minscore:10', 'briefs', 'status'],
  ...[`signal ${idOf(1)}`, `evidence ${idOf(1)}`, `brief ${idOf(1)}`, `compare ${idOf(1)} vs ${idOf(2)}`],
  ...[`chart ${idOf(1)}`, `chart ${idOf(1)} history`, `chart ${idOf(1)} sources`],
  'ask why do users lose their login on mobile?',
];

type Fields = Record<string, unknown>;
type Change = (value: unknown, name: string) => unknown;

/** The value with every field changed, the innermost first. */
function changed(value: unknown, change: Change, name = ''): unknown {
  if (Array.isArray(value))
    return change(
      value.map((each) => changed(each, change)),
      name,
    );
  if (typeof value !== 'object' || value === null) return change(value, name);
  const fields = Object.entries(value).map(([field, inner]) => [field, changed(inner, change, field)] as const);
  return change(Object.fromEntries(fields.filter(([, inner]) => inner !== undefined)), name);
}

const withChange =
  (change: Change, base: DefaultResponse = withNulls): DefaultResponse =>
  (path, query) => {
    const answer = base(path, query);
    return { ...answer, body: changed(answer.body, change) };
  };

const NULLABLE =
  /^(macroArea|macroAreaConfidence|mentions(Last|Prev)Window|painType|topOwnerName|postTitle|fitWarning)$/;

/** Our own service, which sends null where it knows nothing. */
const withNulls: DefaultResponse = withChange((value, name) => (NULLABLE.test(name) ? null : value), defaultResponse);

const isInstant = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-.*T.*Z$/.test(value);
const atOffset = (at: string) => `${new Date(Date.parse(at) + 2 * 3_600_000).toISOString().slice(0, -1)}+02:00`;
const isRow = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && 'id' in value && 'topic' in value;

/** Services that keep the specification, and write what it leaves open in another way. Each loses nothing that could be shown. */
const SERVICES: Record<string, DefaultResponse> = {
  'leaves nulls out': withChange((value) => (value === null ? undefined : value)),
  'writes instants with an offset': withChange((value) => (isInstant(value) ? atOffset(value) : value)),
  'writes instants without milliseconds or zone': withChange((value) =>
    isInstant(value) ? value.replace(/\.\d+Z$/, '') : value,
  ),
  'writes numbers as texts': withChange((value, name) =>
    typeof value === 'number' && /volume|total|count/i.test(name) ? String(value) : value,
  ),
  'adds fields of its own': withChange((value) => (isRow(value) ? { ...value, revision: { of: [1, 2] } } : value)),
  'has pain types that we do not know': withChange((value, name) => (name === 'painType' ? 'outage' : value)),
  'names the fields of a source in its own way': withChange((value, name) =>
    name === 'sourceDistribution'
      ? (value as Fields[]).map(({ provider, mentions, percent }) => ({
          ...{ source: provider, count: mentions, share: Number(percent) / 100 },
        }))
      : value,
  ),
  'wraps arrays in envelopes, and leaves others without one': (path, query) => {
    const { body, ...answer } = withNulls(path, query);
    if (Array.isArray(body)) return { ...answer, body: { content: body } };
    return { ...answer, body };
  },
};

/** MCP servers that write the excerpts in another way. */
const MCP_SERVERS: Record<string, WriteExcerpts> = {
  'writes excerpts as JSON in a text': (page) => ({ content: [{ type: 'text', text: JSON.stringify(page) }] }),
  'names the fields of an excerpt in its own way': ({ items, totalItems }) => ({
    structuredContent: {
      total: totalItems,
      data: items.map(({ excerpt, postTitle, url, author, provider, externalId, chunkId, ...item }) => ({
        ...{ snippet: excerpt, title: postTitle, permalink: url, user: { login: author }, source: provider },
        ...{ source_id: externalId, chunk_id: chunkId, created_at: item.createdAt, published_at: item.postedAt },
        ...{ license: item.licence, document_id: item.documentId },
      })),
    },
  }),
};
const OF_EVIDENCE = [`evidence ${idOf(1)}`, `why ${idOf(1)}`, `brief ${idOf(1)}`, `signal ${idOf(1)}`];

/** The text of each command's answer, without what differs between any two answers. */
async function answersOf(
  usual: DefaultResponse,
  write?: WriteExcerpts,
  commands: readonly string[] = write === undefined ? COMMANDS : OF_EVIDENCE,
): Promise<Map<string, string>> {
  const world = await startWorld({ usual });
  if (write !== undefined) world.service.quote(someExcerpts(9), write);
  const answers = new Map<string, string>();
  for (const text of commands) {
    world.passTime(600_000);
    const message = await world.ask(text);
    const shown = cardText(message as unknown as Parameters<typeof cardText>[0]);
    answers.set(
      text,
      shown
        .replace(/Reference `\w+`/g, '')
        .replace(/Checked <[^>]+>/g, 'Checked')
        .replace(/<!date\^\d+/g, '<!date'),
    );
  }
  await world.close();
  return answers;
}

describe('a service that', () => {
  const ours = answersOf(withNulls);

  it.each(Object.entries(SERVICES))('%s is shown as ours', async (_, usual) => {
    const answers = await answersOf(usual);
    for (const [text, answer] of await ours) expect(`${text}\n${answers.get(text)}`).toBe(`${text}\n${answer}`);
  });

  it('counts beyond what JavaScript counts is shown all the same', async () => {
    const answers = await answersOf(
      withChange((value, name) =>
        /^(volume|totalMentions|totalItems|totalActiveSignals)$/.test(name) ? 2 ** 63 : value,
      ),
    );
    for (const [text, answer] of answers) {
      expect(`${text}\n${answer}`).not.toMatch(/unreadable|cannot read|went wrong|undefined|NaN|Infinity/);
      expect(answer.match(/Pain number \d+/g)).toEqual((await ours).get(text)?.match(/Pain number \d+/g));
    }
  });

  it('sends rows that cannot be read shows the others, and says how many are missing', async () => {
    const answers = await answersOf(
      withChange((value) => (isRow(value) && value.topic === 'Pain number 2' ? { id: value.id } : value)),
    );
    for (const text of ['trending', 'top', 'search pain', 'ask why do users lose their login on mobile?']) {
      expect(answers.get(text)).toContain('Pain number 1');
      expect(answers.get(text)).toContain('Pain number 3');
      expect(answers.get(text)).toContain('1 unreadable entry left out');
    }
  });

  it('sends a row that cannot be read in each of its lists says so on every card that shows one of them', async () => {
    const more = ['why', 'related'].map((word) => `${word} ${idOf(1)}`);
    const lists = [...COMMANDS, ...more, 'new this week', 'faded', `chart ${idOf(1)} vs ${idOf(2)}`];
    const answers = await answersOf(
      withChange((value) =>
        Array.isArray(value) && typeof value[1] === 'object' ? value.with(1, { id: 'unreadable' }) : value,
      ),
      undefined,
      lists,
    );
    // The status shows no list, and the excerpts come by MCP, whole.
    for (const text of lists.filter((each) => each !== 'status' && !each.startsWith('evidence')))
      expect(`${text}: ${answers.get(text)}`).toMatch(/\d unreadable entr(?:y|ies) left out/);
  });

  it('sends only rows that cannot be read is never taken for one that has none', async () => {
    const answers = await answersOf(withChange((value) => (isRow(value) ? { id: 1 } : value)));
    for (const text of COMMANDS.filter((each) => each !== '' && each !== 'status' && !/chart .* sources/.test(each))) {
      expect(`${text}: ${answers.get(text)}`).toMatch(/cannot read|unexpected response/);
    }
    expect(answers.get('')).not.toMatch(/nothing|no signals|none/i);
  });
});

describe('an MCP server that', () => {
  const ours = answersOf(withNulls, (page) => ({ structuredContent: page }));

  it.each(Object.entries(MCP_SERVERS))('%s is shown as ours', async (_, write) => {
    expect((await ours).get(OF_EVIDENCE[0] ?? '')).toContain(someExcerpts(1)[0]?.excerpt.split('\n')[0]);
    const answers = await answersOf(withNulls, write);
    for (const [text, answer] of await ours) expect(`${text}\n${answers.get(text)}`).toBe(`${text}\n${answer}`);
  });

  it('sends excerpts that cannot be read shows the others, and says how many are missing', async () => {
    const answers = await answersOf(withNulls, ({ items, ...page }) => ({
      structuredContent: { ...page, items: items.map((item, at) => (at === 1 ? { chunkId: 7 } : item)) },
    }));
    expect(answers.get(OF_EVIDENCE[0] ?? '')).toContain('1 unreadable entry left out');
  });

  it('does not say how many excerpts there are shows all of them, page by page', async () => {
    const world = await startWorld({ usual: withNulls });
    world.service.quote(someExcerpts(9), ({ items }) => ({
      content: items.map((item) => ({ type: 'text', text: JSON.stringify(item) })),
    }));
    let page = await world.ask(OF_EVIDENCE[0] ?? '');
    const shown = [JSON.stringify(page)];
    while (JSON.stringify(page).includes(ACTION.nextPage)) {
      page = await world.press(page, ACTION.nextPage);
      shown.push(JSON.stringify(page));
    }
    for (const number of [1, 4, 5, 9]) expect(shown.join()).toContain(`First line ${number}.`);
    await world.close();
  });
});
