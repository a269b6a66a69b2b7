import type { SpanExporter } from '@opentelemetry/sdk-trace-node';
import { Counter, type Registry } from 'prom-client';
import type { Logger } from '../logging/logger.js';

type Spans = Parameters<SpanExporter['export']>[0];
type Done = Parameters<SpanExporter['export']>[1];

const OUTCOMES = ['taken', 'lost', 'dropped'] as const;

export interface Reporting {
  /** The metrics of exported spans. */
  readonly registry?: Registry | undefined;
  /** Maximum number of spans in the queue. */
  readonly mostWaiting?: number;
}

/**
 * Counts exported and dropped spans, and logs once when the collector fails and once when it
 * recovers. Spans are dropped meanwhile: requests are more important than traces.
 */
export class ReportingExporter implements SpanExporter {
  private lost = 0;
  private waiting = 0;
  private readonly mostWaiting: number;
  private readonly spans: Counter<'outcome'> | undefined;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly logger: Logger,
    { registry, mostWaiting = Infinity }: Reporting = {},
  ) {
    this.mostWaiting = mostWaiting;
    this.spans =
      registry &&
      new Counter({
        name: 'trace_spans_total',
        help: 'Spans by outcome: taken by the collector, lost in export, or dropped before sending',
        labelNames: ['outcome'],
        registers: [registry],
      });
    // A counter that starts with its first failure would not show an increase.
    for (const outcome of OUTCOMES) this.spans?.inc({ outcome }, 0);
  }

  /** Whether the queue accepts one more span; otherwise it is dropped. */
  admit(): boolean {
    if (this.waiting >= this.mostWaiting) {
      this.spans?.inc({ outcome: 'dropped' });
      return false;
    }
    this.waiting += 1;
    return true;
  }

  export(spans: Spans, done: Done): void {
    this.waiting -= spans.length;
    this.exporter.export(spans, (result) => {
      if (result.error === undefined) this.taken(spans.length);
      else this.refused(spans.length, result.error);
      done(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private taken(count: number): void {
    this.spans?.inc({ outcome: 'taken' }, count);
    if (this.lost > 0) {
      this.logger.info({ spans_lost: this.lost }, 'trace export recovered');
    }
    this.lost = 0;
  }

  private refused(count: number, error: Error): void {
    this.spans?.inc({ outcome: 'lost' }, count);
    if (this.lost === 0) {
      this.logger.warn({ err: error }, 'trace export failed; dropping spans until it recovers');
    }
    this.lost += count;
  }
}
