import { BackgroundLoop, LOGGER, Readiness, type BackgroundWork } from '@ndx/service';
import type { Logger } from '@ndx/telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { TextPartitions } from '../../storage/text-partitions.js';

const HOUR_MS = 3_600_000;

/** Creates the partitions of the next days (decision 0146). Without one, the default has the texts. */
@Injectable()
export class PartitionWorker implements BackgroundWork {
  private readonly loop = new BackgroundLoop({
    work: async () => {
      await this.partitions.createAhead();
      return false;
    },
    everyMs: HOUR_MS,
    onFailure: (error) => {
      this.logger.warn({ err: error }, 'creating a partition of query_text failed; retrying');
    },
  });

  constructor(
    private readonly partitions: TextPartitions,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Readiness) readiness: Readiness,
  ) {
    readiness.warn(() => this.loop.warning('the texts of queries are not partitioned by day'));
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }
}
