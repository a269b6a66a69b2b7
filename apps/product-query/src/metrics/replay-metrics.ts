import type { ReplayCode } from '@ndx/contracts';
import { measureGauge } from '@ndx/messaging';
import { Gauge, Registry } from '@ndx/telemetry';
import { Inject, Injectable } from '@nestjs/common';

/** Reads the counts that all processes and commands of the service share. */
export interface ReplayCounts {
  readonly counts: () => Promise<readonly { readonly code: ReplayCode; readonly count: number }[]>;
  readonly mismatches: () => Promise<number>;
}

/** Replays by result, and mismatches that are not resolved; measured when they are read. */
@Injectable()
export class ReplayMetrics {
  private source: ReplayCounts | undefined;

  constructor(@Inject(Registry) registry: Registry) {
    const sourceOf = () => this.source;
    new Gauge({
      name: 'replayed_queries',
      help: 'Replays of past queries so far, by result',
      labelNames: ['code'],
      registers: [registry],
      async collect() {
        this.reset();
        await measureGauge(registry, 'replayed_queries', async () => {
          const counts = (await sourceOf()?.counts()) ?? [];
          for (const { code, count } of counts) this.set({ code }, count);
        });
      },
    });
    new Gauge({
      name: 'replay_mismatches',
      help: 'Queries whose last replay differed from the stored answer',
      registers: [registry],
      async collect() {
        this.remove();
        await measureGauge(registry, 'replay_mismatches', async () => {
          this.set((await sourceOf()?.mismatches()) ?? 0);
        });
      },
    });
  }

  observe(source: ReplayCounts): void {
    this.source = source;
  }
}
