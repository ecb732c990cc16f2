export { bearerMatches, createMayReadMetrics, type MayReadMetrics, METRICS_REFUSED } from './metrics-access.ts';
export { createRegister } from './register.ts';
export { startTelemetry } from './telemetry.ts';
export { NO_TRACING, type Span, type Telemetry, type Tracing } from './tracing.ts';
