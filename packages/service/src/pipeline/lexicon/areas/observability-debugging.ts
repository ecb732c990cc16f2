import type { AreaSeeds } from './area-seeds.ts';

export const observabilityDebugging: AreaSeeds = {
  telling: `
    observability, opentelemetry, otel, otel collector, prometheus, grafana, loki, tempo, jaeger, zipkin, datadog,
    honeycomb, sentry, splunk, kibana, elk, logstash, fluentd, cloudwatch, log aggregation, structured logging,
    structured logs, log level, log line, log volume, log ingestion, stack trace, stacktrace, source map, sourcemap,
    source maps, minified stack, distributed tracing, tracing, trace id, trace context, traceparent, span, spans,
    metric, metrics, histogram, cardinality, high cardinality, alert fatigue, alerting, alert, alertmanager,
    pagerduty, oncall, slo, sli, error budget, dashboard, debugger, breakpoint, breakpoints, core dump, heap dump,
    heap snapshot, flame graph, flamegraph, profiler, profiling, memory leak, apm, postmortem, post mortem, incident,
    runbook, crash report, symbolication, correlation id, sampling rate, tail sampling, uptime monitoring, alert rule,
    firing alert, burn rate, mute alert, pager, rota, stack frame, timeseries, debug symbol, symbolicated, log search,
    error tracking
  `,
  typical: `
    log, logs, logging, logger, trace, traces, debug, debugging, monitor, monitoring, telemetry, exporter, scrape,
    percentile, p99, p95, error rate, error message, swallowed error, unhelpful error, exception, retention, sampled,
    sampling, instrumentation, instrumented, collector, ingest, page at night, paged, noise, noisy alert, silence,
    annotation, event timeline, console output, stdout, verbose, print statement, reproduce locally, inspect, attach,
    watch expression, missing spans, broken trace, context propagation, memory usage, gc, garbage collection,
    cpu profile, rss, oom
  `,
  vague: `
    leak, memory, heap, graph, query, threshold, report, latency, slow, label, tag, production, async, thread, hang,
    visibility, notification
  `,
};
