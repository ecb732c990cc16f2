import { NO_TRACING, type Telemetry, type TelemetryOptions } from './tracing.ts';

export {
  type CheckToken,
  createFailedAttempts,
  createTokenCheck,
  type FailedAttempts,
  networkOf,
} from './bearer.ts';
export { addDatabaseMetrics, createMetricsGuard, createRegister, type RefuseMetrics } from './metrics.ts';
export { NO_TRACING, type Span, type Telemetry, type Tracing } from './tracing.ts';

/** Traces and metrics by OpenTelemetry, where an endpoint is set. */
export async function startTelemetry({ endpoint, ...options }: TelemetryOptions): Promise<Telemetry> {
  if (endpoint === null) return NO_TRACING;
  const { startOpenTelemetry } = await import('./open-telemetry.ts');
  return startOpenTelemetry({ endpoint, ...options });
}
