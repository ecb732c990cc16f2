import type { Registry } from 'prom-client';

/** One request or call, from its start to its end. */
export interface Span {
  /** Runs the work; calls that it makes become part of this span's trace. */
  run<Result>(work: () => Result): Result;
  end(attributes: Record<string, string | number>): void;
}

export interface Tracing {
  /** Starts a span. `headers` may carry the caller's trace (W3C traceparent). */
  start(name: string, headers?: Record<string, unknown>): Span;
}

export interface Telemetry extends Tracing {
  /** Sends what has not been sent. */
  stop(): Promise<void>;
}

export interface TelemetryOptions {
  /** OTEL_EXPORTER_OTLP_ENDPOINT: an OTLP/HTTP collector. Null: nothing is traced, and no library for it is loaded. */
  endpoint: string | null;
  /** The program's name and version, as the collector shows them. */
  name: string;
  version: string;
  /** Sent to the collector every minute. */
  register: Registry;
  /** Origins whose requests carry the trace on. Others, such as Slack, see nothing of it. */
  tracedOrigins: readonly string[];
}

const NO_SPAN: Span = { run: (work) => work(), end: () => undefined };

export const NO_TRACING: Telemetry = { start: () => NO_SPAN, stop: async () => undefined };

export type OpenTelemetryOptions = Omit<TelemetryOptions, 'endpoint'> & { endpoint: string };
