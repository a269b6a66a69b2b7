import { provenEntriesOf, WitnessedLogs, type AuditSource } from '@ndx/audit';
import type { Principal, QueryEvent } from '@ndx/contracts';
import { canonicalJson } from '@ndx/proof';
import { auditSourceOf, SETTINGS, witnessesOf, type ServiceSettings } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { seesLog, seesWholeEvent } from '../../domain/explanation/evidence.js';
import type { Contents } from './contents.js';

/** The entries about a query in the logs that a reader may see, each with its proof. */
@Injectable()
export class LogMembers {
  private readonly log: AuditSource;
  private readonly witnessed: WitnessedLogs;

  constructor(dataSource: DataSource, @Inject(SETTINGS) settings: ServiceSettings) {
    this.log = auditSourceOf(settings, dataSource);
    this.witnessed = new WitnessedLogs(dataSource, witnessesOf(settings.definition));
  }

  /** An entry follows its event within about a second. @throws OPERATION_FAILED */
  async of(principal: Principal, event: QueryEvent): Promise<Contents> {
    const isWhole = seesWholeEvent({ event }, principal);
    const members = new Map<string, { readonly entries: object[] }>();
    for (const entry of await provenEntriesOf(this.log, event.query_event_id, this.witnessed)) {
      const { network, inclusion, salt, data, requestId } = entry;
      if (!inclusion || !seesLog({ event }, network, principal)) continue;
      const opened = isWhole && salt !== null && data !== null;
      const json =
        opened && canonicalJson({ data: JSON.parse(data) as unknown, request_id: requestId });
      const path = `log/${network}.json`;
      const { entries } = members.get(path) ?? { entries: [] };
      members.set(path, { entries: [...entries, { ...inclusion, ...(json && { salt, json }) }] });
    }
    return Object.fromEntries(members);
  }
}
