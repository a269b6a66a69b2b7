export { logFields } from './context/log-fields.js';
export {
  currentContext,
  inRequestContext,
  type RequestContext,
} from './context/request-context.js';
export { REQUEST_ID_HEADER, requestIdFrom } from './context/request-id.js';
export { AccessLog } from './logging/access-log.js';
export { createLogger, type Logger, NestLogger } from './logging/logger.js';
export { logProcessWarnings } from './logging/process-warnings.js';
export { type DeclaredMetric, declaredMetrics, printMetrics } from './metrics/declared-metrics.js';
export { ClockMetrics } from './metrics/clock-metrics.js';
export { DeliveryMetrics } from './metrics/delivery-metrics.js';
export { HttpMetrics, patternOf } from './metrics/http-metrics.js';
export { type MeasuredPool, PoolMetrics } from './metrics/pool-metrics.js';
export { addProcessMetrics, createRegistry } from './metrics/process-metrics.js';
export { addressOf, callInSpan, type ServiceAddress } from './tracing/client-span.js';
export { fail, failWith } from './tracing/failed-span.js';
export { ReportingExporter } from './tracing/reporting-exporter.js';
export { startServerSpan, traceparentFor, withinSpan } from './tracing/server-span.js';
export { isTraced, startTracing } from './tracing/start-tracing.js';
export type { TracedProcess, Tracing, TracingConfig } from './tracing/traced-process.js';
export { contextOf, isTraceparent, spanContextOf, traceparentOf } from './tracing/traceparent.js';
export { currentTracer, useTracer } from './tracing/tracer.js';
export { TRACING_VARIABLES } from './tracing/tracing-variables.js';
export { Counter, Gauge, Histogram, Registry } from 'prom-client';
export { WriteRefusals, type WriteRefusal } from './metrics/write-refusals.js';
