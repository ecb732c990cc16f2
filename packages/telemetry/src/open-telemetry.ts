import { type Context, context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { exportRegister } from './export-register.ts';
import type { OpenTelemetryOptions, Telemetry } from './tracing.ts';

const SCOPE = '@pain-signals/telemetry';

/** OpenTelemetry's context manager and propagator are global by design: one call for each process. */
export function startOpenTelemetry({
  endpoint,
  name,
  version,
  register,
  tracedOrigins,
}: OpenTelemetryOptions): Telemetry {
  const resource = resourceFromAttributes({ 'service.name': name, 'service.version': version });
  const base = endpoint.replace(/\/+$/, '');
  const tracers = new TracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${base}/v1/traces` }) })],
  });
  const meters = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url: `${base}/v1/metrics` }),
        metricProducers: [exportRegister(register, resource, SCOPE)],
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const calls = new UndiciInstrumentation({
    requireParentforSpans: true,
    // A query holds what people search for.
    requestHook(span, { origin, path }) {
      span.setAttributes({ 'url.full': origin + path.replace(/\?.*$/s, ''), 'url.query': '' });
    },
    ignoreRequestHook: ({ origin }) => !tracedOrigins.includes(origin),
  });
  calls.setTracerProvider(tracers);
  calls.enable();
  const tracer = tracers.getTracer(SCOPE, version);
  return {
    start(name, headers = {}) {
      const parent: Context = propagation.extract(ROOT_CONTEXT, headers);
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, parent);
      const active = trace.setSpan(parent, span);
      return {
        run: (work) => context.with(active, work),
        end(attributes) {
          span.setAttributes(attributes);
          if (attributes.outcome !== undefined && attributes.outcome !== 'ok')
            span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    async stop() {
      calls.disable();
      // A collector that is away must not keep a program from ending.
      await Promise.allSettled([tracers.shutdown(), meters.shutdown()]);
    },
  };
}
