import { BackgroundLoop, LOGGER, Readiness, type BackgroundWork } from '@ndx/service';
import type { Logger } from '@ndx/telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { RecordDirectory } from '../../clients/record-directory.js';
import { DueEnds, type DueEnd } from '../../storage/due-ends.js';
import { SettleSeparations } from './settle-separations.js';

/** The interval at which an idle process looks for ended records and separations. */
const POLL_MS = 1_000;

/**
 * Applies the records that count in place of ended ones. Furnishing delivers them with the end, but
 * without a record that was not committed yet, or is stored under a merged subject: the ended record
 * may have replaced it here before the end arrived. So they are read again once the ended record is
 * removed: a record that is committed later finds it removed. Replicas may read the same twice.
 * Separations are settled in the same way.
 */
@Injectable()
export class StandingRecordsWorker implements BackgroundWork {
  private readonly loop = new BackgroundLoop({
    work: () => this.work(),
    everyMs: POLL_MS,
    onFailure: (error) => {
      this.logger.warn({ err: error }, 'reading the records that count failed; retrying');
    },
  });

  constructor(
    private readonly ends: DueEnds,
    private readonly separations: SettleSeparations,
    private readonly directory: RecordDirectory,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Readiness) readiness: Readiness,
  ) {
    readiness.warn(() =>
      this.loop.warning('the records after an end or a separation are not read'),
    );
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  private async work(): Promise<boolean> {
    const ends = await this.ends.find();
    for (const end of ends) await this.ends.settle(end, await this.standingAfter(end));
    const hasSettled = await this.separations.settleDue();
    return ends.length > 0 || hasSettled;
  }

  private async standingAfter(end: DueEnd) {
    const subjects = await this.ends.subjectsOf(end);
    const read = subjects.map((id) => this.directory.readStanding(id, end.furnishing_entity_id));
    return (await Promise.all(read)).flat();
  }
}
