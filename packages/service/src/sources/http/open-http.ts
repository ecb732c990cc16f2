import { setTimeout as sleep } from 'node:timers/promises';
import { createHttp, type Http } from './http.ts';

/** Names this program to the platforms. */
const USER_AGENT = 'pain-signals/0.1.0';

/** The way out to the real world, on real time. */
export const openHttp = (): Http =>
  createHttp({
    clock: {
      now: Date.now,
      sleep: async (ms) => {
        await sleep(ms);
      },
    },
    random: Math.random,
    userAgent: USER_AGENT,
  });
