import { checkUseOfRecord } from '@ndx/api';
import { RecordFurnished, type PayloadOf, type Principal } from '@ndx/contracts';
import type { Sealer } from '@ndx/sealing';
import {
  startEntityStandIn,
  standInRoute,
  startTestService,
  testKeys,
  type Answer,
  type EntityStandIn,
  type TestService,
} from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { useStarted } from '@ndx/testing/use-started';
import { FurnishingModule } from '../furnishing.module.js';

export type FurnishedEvent = PayloadOf<typeof RecordFurnished>;

/** The furnishing service with a stand-in for entity. */
export interface FurnishingService extends TestService {
  readonly entity: EntityStandIn;
  readonly sealer: Sealer;
  furnish(
    caller: Principal,
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
  /** Lets a query of every institution have used a record. */
  use(queryEventId: string, recordId: string): void;
  /** The events about the institution's records, once `count` of them are on the bus. */
  eventsOf(furnisher: Principal, count: number): Promise<readonly FurnishedEvent[]>;
  /** The rows of a table about the institution's submissions, as text. */
  stored(furnisher: Principal): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

const STORED = `
select submission.*, application_date::text, record.id as record_id, record.position,
  record.subject_type, record.subject_id, record.models
from submission left join furnished_record record on record.submission_id = submission.id
where furnishing_entity_id = $1 order by submitted_at, position`;

/**
 * The service during the tests of a file or block.
 * @param overrides additional variables of the process
 */
export function useFurnishingService(
  overrides: Readonly<Record<string, string>> = {},
): FurnishingService {
  return useStarted(() => startFurnishingService(overrides));
}

async function startFurnishingService(
  overrides: Readonly<Record<string, string>>,
): Promise<FurnishingService> {
  const entity = await startEntityStandIn();
  const { sealer, variables } = testKeys();
  const uses = new Set<string>();
  const routes = standInRoute(checkUseOfRecord, ({ body }) => ({
    is_used: uses.has(`${body.query_event_id} ${body.record_id}`),
  }));
  const all = { ENTITY_URL: entity.url, ...variables, ...overrides };
  const service = await startTestService(FurnishingModule, all, routes);
  return {
    ...service,
    entity,
    sealer,
    use: (queryEventId, recordId) => {
      uses.add(`${queryEventId} ${recordId}`);
    },
    furnish: (caller, path, body, headers) => service.call(caller, 'POST', path, body, headers),
    eventsOf: (furnisher, count) =>
      eventually(() => {
        const own = service
          .published(RecordFurnished)
          .filter((event) => event.furnishing_entity_id === furnisher.entity_id);
        if (own.length < count) throw new Error(`${own.length} of ${count} events have arrived`);
        return own;
      }),
    stored: (furnisher) => service.sql(STORED, [furnisher.entity_id]),
    async stop() {
      await service.stop();
      await entity.stop();
    },
  };
}
