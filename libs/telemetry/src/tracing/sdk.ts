import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@ndx/contracts';
import { useTracer } from './tracer.js';
import { context, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import {
  ATTR_DEPLOYMENT_ENVIRONMENT_NAME,
  ATTR_SERVICE_INSTANCE_ID,
  ATTR_SERVICE_NAME,
  ATTR_SERVICE_NAMESPACE,
  ATTR_SERVICE_VERSION,
} from '@opentelemetry/semantic-conventions';
import { CountedBatches } from './counted-batches.js';
import { headersFrom } from './exporter-headers.js';
import { ReportingExporter } from './reporting-exporter.js';
import { samplerOf } from './sampling.js';
import type { TracedProcess, Tracing } from './traced-process.js';

/** Maximum queue of spans; further ones are dropped, so that a slow collector costs no memory. */
const MOST_WAITING = 8_192;
const BATCH = 512;
const SEND_EVERY_MS = 1_000;
/** Including all retries. */
const EXPORT_TIMEOUT_MS = 3_000;
/** Longest wait for the collector during shutdown, and its share of the shutdown time. */
const LAST_EXPORT_MS = 4_000;
const LAST_EXPORT_PART = 1 / 5;
/** Maximum length of an attribute; statements can be longer. */
const LONGEST_VALUE = 2_048;

/** Traces this process until it is closed. */
export function startSdk({
  name,
  config,
  logger,
  registry,
  servesStrangers = false,
}: TracedProcess): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${config.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`,
    headers: headersFrom(config.OTEL_EXPORTER_OTLP_HEADERS),
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new NodeTracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        [ATTR_SERVICE_NAME]: name,
        [ATTR_SERVICE_NAMESPACE]: 'network-data-exchange',
        [ATTR_SERVICE_VERSION]: config.BUILD_VERSION,
        [ATTR_SERVICE_INSTANCE_ID]: newId(),
        [ATTR_DEPLOYMENT_ENVIRONMENT_NAME]: config.ENVIRONMENT,
      }),
    ),
    sampler: samplerOf(config.OTEL_TRACES_SAMPLER_ARG, servesStrangers),
    spanLimits: { attributeValueLengthLimit: LONGEST_VALUE },
    spanProcessors: [
      new CountedBatches(
        new ReportingExporter(exporter, logger, { registry, mostWaiting: MOST_WAITING }),
        {
          maxQueueSize: MOST_WAITING,
          maxExportBatchSize: BATCH,
          scheduledDelayMillis: SEND_EVERY_MS,
          exportTimeoutMillis: 2 * EXPORT_TIMEOUT_MS,
        },
      ),
    ],
  });
  // Context is propagated explicitly where processes communicate: there is no propagator.
  provider.register({ propagator: null });
  useTracer(provider.getTracer('network-data-exchange'));
  return {
    close: async (graceMs = Infinity) => {
      useTracer(undefined);
      const longestMs = Math.min(LAST_EXPORT_MS, graceMs * LAST_EXPORT_PART);
      // The exporter reports rejected spans.
      const sent = Promise.allSettled([provider.shutdown()]);
      await Promise.race([sent, sleep(longestMs, undefined, { ref: false })]);
      trace.disable();
      context.disable();
    },
  };
}
