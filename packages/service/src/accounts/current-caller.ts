import { AsyncLocalStorage } from 'node:async_hooks';
import type { Caller } from './authenticate.ts';

/** Whose call is being answered, through whichever door it came; nothing while none is. */
export const currentCaller = new AsyncLocalStorage<Caller>();
