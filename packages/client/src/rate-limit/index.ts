export { type Clock, systemClock } from './clock.ts';
export { createTurnQueues, QueueRefusal, waitForSlot } from './turn-queue.ts';
