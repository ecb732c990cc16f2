/** A Slack error: its code, and messages that point at the cause. */
export class SlackApiError extends Error {
  override name = 'SlackRefusal';
  readonly code: string;
  /** Without the "[ERROR] " that Slack puts in front. */
  readonly messages: readonly string[];
  readonly status: number;
  readonly retryAfter: number | undefined;

  constructor(code: string, more: { messages?: readonly string[]; status?: number; retryAfter?: number } = {}) {
    super([code, ...(more.messages ?? [])].join('; '));
    this.code = code;
    this.messages = more.messages ?? [];
    this.status = more.status ?? 200;
    this.retryAfter = more.retryAfter;
  }
}
