import { readDisputeStatements, STATEMENTS_PER_READ } from '@ndx/api';
import { ownHeaders, ServiceClients, SETTINGS, type ServiceSettings } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';

/** Reads the texts of statements in furnishing: events have none. */
@Injectable()
export class DisputeStatements {
  private readonly headers: () => Record<string, string>;

  constructor(
    private readonly services: ServiceClients,
    @Inject(SETTINGS) settings: ServiceSettings,
  ) {
    this.headers = ownHeaders(settings);
  }

  /** The texts by id of the dispute; none for a statement that was removed. @throws OPERATION_FAILED */
  async read(disputeIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const furnishing = this.services.to('furnishing');
    const texts = new Map<string, string>();
    for (let start = 0; start < disputeIds.length; start += STATEMENTS_PER_READ) {
      const body = { dispute_ids: disputeIds.slice(start, start + STATEMENTS_PER_READ) };
      const { statements } = await furnishing.call(readDisputeStatements, { body }, this.headers());
      for (const each of statements) texts.set(each.dispute_id, each.statement_text);
    }
    return texts;
  }
}
