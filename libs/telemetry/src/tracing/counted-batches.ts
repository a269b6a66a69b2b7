import { TraceFlags } from '@opentelemetry/api';
import { BatchSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace-node';
import type { ReportingExporter } from './reporting-exporter.js';

type EndedSpan = Parameters<SpanProcessor['onEnd']>[0];

/**
 * Exports recorded spans in batches. The exporter limits the queue: the SDK drops spans beyond its
 * own queue without a counter that we can read.
 */
export class CountedBatches extends BatchSpanProcessor {
  constructor(
    private readonly exporter: ReportingExporter,
    options: ConstructorParameters<typeof BatchSpanProcessor>[1],
  ) {
    super(exporter, options);
  }

  override onEnd(span: EndedSpan): void {
    const isRecorded = (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;
    if (isRecorded && this.exporter.admit()) super.onEnd(span);
  }
}
