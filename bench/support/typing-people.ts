import { setTimeout as sleep } from 'node:timers/promises';
import { sendSigned } from '../../test/support/worlds/signed-request.ts';

/** People who type `/pain trending` in many workspaces, in a process of their own; asked for it, it says how long the app took to acknowledge. */

const [address = '', answerUrl = '', workspaces = '1'] = process.argv.slice(2);
const PAUSE_MS = 100;

let times: number[] = [];
process.on('message', () => {
  process.send?.(times);
  times = [];
});

for (let count = 0; process.connected; count += 1) {
  const workspace = `T${1 + (count % (Number(workspaces) - 1))}`;
  const command = new URLSearchParams({
    command: '/pain',
    text: 'trending',
    team_id: workspace,
    user_id: 'U0ADA',
    channel_id: `C${workspace}`,
    response_url: answerUrl,
    trigger_id: `1.${count}`,
  });
  const began = performance.now();
  const response = await sendSigned(address, command.toString());
  await response.text();
  times.push(performance.now() - began);
  if (response.status !== 200) throw new Error(`/pain was answered with ${response.status}`);
  await sleep(PAUSE_MS);
}
