import {
  type Context,
  context,
  type HrTime,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  ValueType,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { hrTime, timeInputToHrTime, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  MeterProvider,
  type MetricData,
  type MetricProducer,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Registry } from 'prom-client';
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

type PrometheusMetric = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];
type Value = PrometheusMetric['values'][number] & { metricName?: string };

/** The Prometheus metrics of a program, as OpenTelemetry sends them. Summaries are left out: nothing here uses them. */
function exportRegister(register: Registry, resource: Resource, scope: string): MetricProducer {
  const startTime = timeInputToHrTime(Date.now());
  return {
    async collect() {
      const endTime = hrTime();
      const metrics = (await register.getMetricsAsJSON()).flatMap((metric) => toMetricData(metric, startTime, endTime));
      return { resourceMetrics: { resource, scopeMetrics: [{ scope: { name: scope }, metrics }] }, errors: [] };
    },
  };
}

function toMetricData(metric: PrometheusMetric, startTime: HrTime, endTime: HrTime): MetricData[] {
  const values = metric.values as Value[];
  const shared = {
    descriptor: { name: metric.name, description: metric.help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const pointOf = ({ labels, value }: Value) => ({ startTime, endTime, attributes: { ...labels }, value });
  const type = String(metric.type);
  if (type === 'counter')
    return [{ ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: values.map(pointOf) }];
  if (type === 'gauge') return [{ ...shared, dataPointType: DataPointType.GAUGE, dataPoints: values.map(pointOf) }];
  if (type !== 'histogram') return [];
  const series = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels));
  const dataPoints = [...series].map(([labels, rows]) => ({
    startTime,
    endTime,
    attributes: JSON.parse(labels),
    value: toHistogram(rows),
  }));
  return [{ ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints }];
}

/** Prometheus counts what is at most each boundary; OpenTelemetry counts each bucket by itself. */
function toHistogram(rows: readonly Value[]) {
  const ending = (suffix: string) => rows.find(({ metricName }) => metricName?.endsWith(suffix))?.value ?? 0;
  const buckets = rows.filter(({ labels }) => labels.le !== undefined);
  const atMost = buckets.map(({ value }) => value);
  return {
    sum: ending('_sum'),
    count: ending('_count'),
    buckets: {
      boundaries: buckets.flatMap(({ labels: { le } }) => (le === '+Inf' ? [] : [Number(le)])),
      counts: atMost.map((count, at) => count - (atMost[at - 1] ?? 0)),
    },
  };
}
