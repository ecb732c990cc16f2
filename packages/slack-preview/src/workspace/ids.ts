import { randomBytes } from 'node:crypto';
import { isObject } from '../limits/json.ts';
import type { Block } from './message.ts';

/** An id in Slack's style: a prefix of one or two letters, then upper-case letters and digits. */
export function newId(prefix: string): string {
  return prefix + randomBytes(5).toString('hex').toUpperCase();
}

/** An unguessable part of a URL. */
export function newSecret(): string {
  return randomBytes(16).toString('base64url');
}

/** Slack's ts: unique and rising, even when two messages come within one millisecond. */
export function createTimestamps(now: () => number): () => string {
  let lastMicroseconds = 0;
  return () => {
    lastMicroseconds = Math.max(lastMicroseconds + 1, Math.floor(now() * 1_000));
    return `${Math.floor(lastMicroseconds / 1_000_000)}.${String(lastMicroseconds % 1_000_000).padStart(6, '0')}`;
  };
}

const INTERACTIVE = new Set(['button', 'checkboxes', 'timepicker', 'overflow', 'radio_buttons', 'feedback_buttons']);

/** Adds ids to blocks and interactive elements without one, as Slack does. */
export function assignIds(blocks: readonly unknown[]): Block[] {
  return blocks.filter(isBlock).map((block) => {
    const content = Object.fromEntries(Object.entries(block).map(([key, value]) => [key, assignElementIds(value)]));
    return { block_id: newId('').slice(0, 5), ...content, type: block.type };
  });
}

export function isInteractive(type: unknown): boolean {
  return typeof type === 'string' && (INTERACTIVE.has(type) || type.endsWith('_select') || type.endsWith('_input'));
}

function isBlock(value: unknown): value is Block {
  return isObject(value) && typeof value.type === 'string';
}

function assignElementIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(assignElementIds);
  if (!isObject(value)) return value;
  const content = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, assignElementIds(inner)]));
  return isInteractive(value.type) ? { action_id: newId('').slice(0, 5), ...content } : content;
}
