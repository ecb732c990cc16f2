import { describe, expect, it, onTestFinished } from 'vitest';
import { createDatabase } from '../../support/store/postgres.ts';
import { type KilledApp, type Moment, startKilledApp } from '../../support/worlds/killed-app.ts';

const [CHANNEL, DIRECT, BOT] = ['C0DEVPAIN1', 'D0ADALOVEL', 'U0PAINSIGNL'];
interface Ask {
  channelId: string;
  /** What the app calls on the way to an answer. */
  calls: readonly RegExp[];
  ask: (slack: KilledApp['slack']) => Promise<unknown>;
}
const PERSON = /users\.info/;
const STREAM = [/startStream/, /stopStream/, PERSON];
const POST = [/startStream/, /postMessage/, PERSON];
const run = (text: string) => (slack: KilledApp['slack']) => slack.runCommand({ text });
const say = (channelId: string, text: string) => (slack: KilledApp['slack']) => slack.say({ channelId, text });
const mention = say(CHANNEL, '@painsignals top 3');
const STREAMED: Record<string, Ask> = {
  'a command': { channelId: CHANNEL, calls: [/\/response\//, PERSON], ask: run('top 3') },
  'a direct message': { channelId: DIRECT, calls: STREAM, ask: say(DIRECT, 'top 3') },
  'a mention': { channelId: CHANNEL, calls: STREAM, ask: mention },
};
const POSTED: Record<string, Ask> = {
  'a direct message that is not streamed': { channelId: DIRECT, calls: POST, ask: say(DIRECT, 'top 3') },
  'a mention that is not streamed': { channelId: CHANNEL, calls: POST, ask: mention },
};
const STAGES: readonly Moment['stage'][] = ['preHandler', 'onSend', 'onResponse'];
/** Past the claim of a dead process, and past the end of a stream. */
const LATER_MS = [120_000, 360_000];
const ROUND_MS = 600_000;

describe.each([
  ['SQLite', null],
  ['PostgreSQL', process.env.DATABASE_URL],
] as const)('on %s', (name, server) => {
  it.skipIf(server === undefined)(
    'each answer comes once or its loss is told, killed at each call to Slack',
    async () => {
      const database = server && (await createDatabase(server));
      if (database) onTestFinished(database.drop);
      const app = await startKilledApp(database ? database.databaseUrl : null);
      onTestFinished(() => app.close());
      const tally = { kills: 0, answered: 0, told: 0, both: 0 };
      let ahead = 0;
      for (const asks of [STREAMED, POSTED]) {
        if (asks === POSTED) app.slack.refuseMethods(['chat.startStream']);
        for (const [what, { channelId, calls, ask }] of Object.entries(asks))
          for (const call of calls)
            for (const stage of STAGES) {
              await app.start(ahead);
              const before = new Set(app.slack.messages(channelId).map(({ ts }) => ts));
              app.deadly = { call, stage };
              await ask(app.slack);
              const wasKilled = !(await app.untilIdle());
              app.deadly = null;
              await app.kill();
              for (const laterMs of wasKilled ? LATER_MS : []) {
                await app.start(ahead + laterMs);
                await app.untilIdle();
                await app.kill();
              }
              ahead += ROUND_MS;
              if (!wasKilled) continue;
              const said = app.slack.messages(channelId).filter(({ ts, user }) => user === BOT && !before.has(ts));
              const told = said.filter((each) =>
                /may not have been answered|restarted before|didn’t confirm that the answer/.test(JSON.stringify(each)),
              );
              const answers = said.filter((each) => !told.includes(each) && each.stream?.isOpen !== true);
              const round = `${what}, killed at ${call.source} ${stage}`;
              expect(answers.length + told.length, `${round}, is not silent`).toBeGreaterThan(0);
              expect([answers.length <= 1, told.length <= 1], `${round}, is not repeated`).toEqual([true, true]);
              tally.kills += 1;
              if (answers.length > 0) tally.answered += 1;
              if (told.length > 0) tally.told += 1;
              if (answers.length > 0 && told.length > 0) tally.both += 1;
            }
      }
      console.log(name, tally);
      expect(tally.kills).toBeGreaterThan(30);
    },
  );
});
