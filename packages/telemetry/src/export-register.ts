import { type HrTime, ValueType } from '@opentelemetry/api';
import { hrTime, timeInputToHrTime } from '@opentelemetry/core';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { Registry } from 'prom-client';

type PrometheusMetric = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];
type Value = PrometheusMetric['values'][number] & { metricName?: string };

/** The Prometheus metrics of a program, as OpenTelemetry sends them. Summaries are left out: nothing here uses them. */
export function exportRegister(register: Registry, resource: Resource, scope: string): MetricProducer {
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
