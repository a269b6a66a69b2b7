import { SubjectSeparated } from '@ndx/contracts';
import type { EventEnvelope } from '@ndx/messaging';
import { DirectInbox } from '@ndx/replication';
import { Inject, Injectable } from '@nestjs/common';
import { RecordDirectory } from '../../clients/record-directory.js';
import { DueSeparations, type DueSeparation } from '../../storage/due-separations.js';

/**
 * Applies the records that count on either side of a separation (decision 0108). One record of each
 * furnisher and part is stored, so the records that a moved one had replaced are read in furnishing.
 * They are read once the separation is applied: a record that is committed later finds it applied.
 */
@Injectable()
export class SettleSeparations {
  constructor(
    private readonly separations: DueSeparations,
    private readonly directory: RecordDirectory,
    @Inject(DirectInbox) inbox: DirectInbox,
  ) {
    inbox.followWith((events) => this.settleDelivered(events));
  }

  /** Settles separations that came by the bus. Returns whether there was one. @throws OPERATION_FAILED */
  async settleDue(): Promise<boolean> {
    const due = await this.separations.find();
    await this.settle(due);
    return due.length > 0;
  }

  /** Before the governor's request is answered. @throws OPERATION_FAILED */
  private async settleDelivered(events: readonly EventEnvelope[]): Promise<void> {
    const ids = events
      .filter(({ type }) => type === SubjectSeparated.type)
      .map(({ data }) => SubjectSeparated.parse(JSON.parse(data)).separation_id);
    if (ids.length > 0) await this.settle(await this.separations.among(ids));
  }

  private async settle(due: readonly DueSeparation[]): Promise<void> {
    for (const separation of due) {
      const subjects = await this.separations.subjectsOf(separation);
      const read = subjects.map((id) => this.directory.readSeparated(id, separation.record_ids));
      await this.separations.settle(separation, (await Promise.all(read)).flat());
    }
  }
}
