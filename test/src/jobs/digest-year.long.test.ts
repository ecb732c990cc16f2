import { dateInZone, nextDueAfter } from '@pain-signals/domain';
import { expect, it } from 'vitest';
import type { Program } from '#src/program.ts';
import { startFakeService } from '../../support/service/fake-service.ts';
import { startRecordingSlack } from '../../support/slack/recording-slack.ts';
import { openTemporaryStore } from '../../support/store/temporary-store.ts';
import { createDigestProgram, subscribe } from '../../support/worlds/digest-program.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const STEP_MS = 15 * 60_000;
const FROM = Date.parse('2026-01-01T00:00:00Z');
const UNTIL = FROM + 371 * DAY_MS;

const ZONES = [
  'Pacific/Kiritimati',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Pacific/Auckland',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Asia/Tokyo',
  'Australia/Eucla',
  'Asia/Shanghai',
  'Asia/Yangon',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Kabul',
  'Asia/Tehran',
  'Africa/Nairobi',
  'Africa/Cairo',
  'Europe/Helsinki',
  'Europe/Stockholm',
  'Africa/Casablanca',
  'Europe/London',
  'Etc/UTC',
  'Atlantic/Azores',
  'America/Sao_Paulo',
  'America/St_Johns',
  'America/Santiago',
  'America/New_York',
  'America/Denver',
  'America/Los_Angeles',
  'Pacific/Marquesas',
  'Etc/GMT+12',
];

/** When the app does not run. */
const DOWN = [
  { from: Date.parse('2026-05-04T06:10:00Z'), hours: 3 },
  { from: Date.parse('2026-09-07T06:10:00Z'), hours: 72 },
];

it('delivers 500 digests in 30 zones for a year: each at its local time, none missing, none doubled', async () => {
  let now = FROM;
  const service = await startFakeService();
  for (const path of ['/api/dashboard/trending', '/api/dashboard/emerging']) service.plan(path, { body: [] });
  service.plan('/api/pain-signals', { body: { items: [], page: 0, size: 20, totalItems: 0, totalPages: 0 } });
  const slack = await startRecordingSlack(() => now);
  const store = await openTemporaryStore(() => now);
  const plans = Array.from({ length: 500 }, (_, at) => ({
    zone: ZONES[at % ZONES.length] ?? 'Etc/UTC',
    weekday: 1 + (at % 7),
    time: `${String((at * 5) % 24).padStart(2, '0')}:${['00', '15', '30', '45'][at % 4]}`,
  }));
  for (const [at, plan] of plans.entries()) await subscribe(store, `T${at % 20}`, [`C${at}`], plan);

  const start = () => createDigestProgram({ store, slackUrl: slack.url, serviceUrl: service.url, now: () => now });
  let program: Program = start();
  for (; now < UNTIL; now += STEP_MS) {
    const down = DOWN.find(({ from, hours }) => now >= from && now < from + hours * HOUR_MS);
    if (down !== undefined) {
      await program.stop();
      now = Math.ceil((down.from + down.hours * HOUR_MS) / STEP_MS) * STEP_MS;
      program = start();
    }
    await program.runDueNow();
    if ((now - FROM) % (28 * DAY_MS) === 0) console.log(`${new Date(now).toISOString()}: ${slack.posts.length} posted`);
  }

  const told = slack.told();
  const tally = { delivered: 0, late: 0, skipped: 0, unknown: 0 };
  for (const [at, plan] of plans.entries()) {
    const channel = `C${at}`;
    const posts = slack.posts.filter((post) => post.channel === channel);
    const days = posts.map((post) => dateInZone(plan.zone, post.at));
    for (let due = nextDueAfter(plan, FROM); due.at <= UNTIL - STEP_MS; due = nextDueAfter(plan, due.at)) {
      const post = posts.find((each) => each.at >= due.at && each.at < due.at + DAY_MS);
      const isDown = DOWN.some(({ from, hours }) => due.at >= from && due.at < from + hours * HOUR_MS);
      if (post === undefined) {
        const ofIt = told.filter(({ text }) => text.includes(due.date) && text.includes(`<#${channel}>`));
        expect(ofIt, `${channel} on ${due.date}`).toHaveLength(1);
        if (isDown) tally.skipped += 1;
        else tally.unknown += 1;
      } else {
        tally.delivered += 1;
        if (isDown) tally.late += 1;
        else expect(post.at - due.at, `${channel} on ${due.date}`).toBeLessThan(STEP_MS);
      }
    }
    expect(new Set(days).size).toBe(days.length);
  }
  expect(tally.delivered).toBe(slack.posts.length - told.length);
  expect(tally.skipped + tally.unknown).toBe(told.length);
  expect(tally.late).toBeGreaterThan(0);
  expect(tally.skipped).toBeGreaterThan(0);
  // A call to Slack that takes five seconds, as where the machine itself stands still.
  expect(tally.unknown).toBeLessThan(5);
  console.log(tally);
  await program.stop();
  await store.close();
  await Promise.all([service.close(), slack.close()]);
});
