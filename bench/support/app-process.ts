import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { App, HTTPReceiver } from '@slack/bolt';
import { pino } from 'pino';
import type { ChartDescription } from '#blocks/charts/plots/chart-description.ts';
import { createChartRenderer } from '#src/charts/renderer.ts';
import { createProgram } from '#src/program.ts';
import { API_KEY } from '../../test/support/service/fake-service.ts';
import { aSignal, aTimeline } from '../../test/support/service/sample-signals.ts';
import { tokenOf } from '../../test/support/slack/recording-slack.ts';
import { openTemporaryStore } from '../../test/support/store/temporary-store.ts';

/** The Slack app, or a Bolt app whose one handler does nothing or answers one word, as a process of its own. */

const { kind, serviceUrl, slackUrl, signingSecret } = JSON.parse(process.argv[2] ?? '');
process.send?.(await (kind === 'app' ? startApp() : startEmpty()));

async function startApp(): Promise<number> {
  const logger = pino({ level: 'silent' });
  const renderer = createChartRenderer({ logger });
  drawOnDemand((chart) => renderer.renderChart(chart));
  const program = createProgram(
    {
      ...{ host: '127.0.0.1', port: 0, publicUrl: null, redisUrl: null, logLevel: 'silent' },
      ...{ painApiUrl: serviceUrl, painMcpUrl: null, painApiKey: API_KEY, signalUrl: null },
      ...{ signingSecret, botToken: tokenOf('T1'), oauth: null, appToken: null, slackApiUrl: `${slackUrl}/api/` },
      metricsToken: null,
    },
    // What is measured is the app, not how long it waits for the service's 60 calls a minute.
    { logger, renderer, store: await openTemporaryStore(), service: { pacing: { calls: 1_000_000 } } },
  );
  return (await program.start()).port;
}

/** So many charts, one after the other, and then says how much memory the process has. */
function drawOnDemand(draw: (chart: ChartDescription) => Promise<unknown>): void {
  let number = 0;
  process.on('message', async ({ draw: count }: { draw: number }) => {
    for (const last = number + count; number < last; number += 1) {
      const timeline = aTimeline(Array.from({ length: 90 }, (_, day) => (day * 7 + number) % 13));
      await draw({ kind: 'timeline', isSample: false, signal: aSignal({ topic: `Pain number ${number}` }), timeline });
    }
    process.send?.(process.memoryUsage.rss());
  });
}

async function startEmpty(): Promise<number> {
  const receiver = new HTTPReceiver({ signingSecret });
  const authorize = async () => ({ botToken: 'xoxb-bench', botId: 'B1', botUserId: 'U0BOT' });
  const app = new App({ receiver, authorize });
  app.command('/pain', async ({ ack, command, respond }) => {
    await ack();
    if (command.text === 'trending') await respond('Trending');
  });
  const server = createServer(receiver.requestListener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
