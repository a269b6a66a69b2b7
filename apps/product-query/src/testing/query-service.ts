import type { Subject } from '@ndx/catalog';
import {
  BusinessIdentified,
  ConsumerIdentified,
  RecordFurnished,
  type EventDeclaration,
  type Principal,
  type QueryEvent,
} from '@ndx/contracts';
import type { KeyedHash, Sealer } from '@ndx/sealing';
import { startTestService, testKeys, type TestService } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { ProductQueryModule } from '../product-query.module.js';
import { startFurnishingStandIn, type FurnishingStandIn } from './furnishing-stand-in.js';
import type { Furnished, World } from './world.js';
import { EVENT_COLUMNS, eventOf, type EventColumns } from '../storage/stored-event.js';

export interface QueryResponse {
  readonly status: number;
  /** The `X-Ref-Id` of the answer. */
  readonly reference: string | null;
  readonly body: unknown;
}

/** The service with the keys that it shares with entity and furnishing. */
export interface QueryService extends TestService {
  readonly sealer: Sealer;
  readonly matchHash: KeyedHash;
  /** Knows each record that was furnished or delivered. */
  readonly furnishing: FurnishingStandIn;
  /** Publishes events and waits until they are applied. */
  settle<P>(declaration: EventDeclaration<P>, ...payloads: NoInfer<P>[]): Promise<void>;
  furnish(...records: Furnished[]): Promise<void>;
  identify(
    world: Pick<World, 'networkId' | 'subjectId'>,
    type: Subject,
    ...hashes: string[]
  ): Promise<void>;
  query(
    caller: Principal,
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<QueryResponse>;
  /** The events of an institution's queries, oldest first. */
  queryEvents(caller: Principal): Promise<QueryEvent[]>;
}

/** @param overrides additional variables of the process */
export async function startQueryService(
  overrides: Readonly<Record<string, string>> = {},
): Promise<QueryService> {
  const { sealer, matchHash, variables } = testKeys();
  const furnishing = await startFurnishingStandIn();
  const service = await startTestService(ProductQueryModule, {
    ...variables,
    FURNISHING_URL: furnishing.url,
    ...overrides,
  });
  const deliver: QueryService['deliver'] = (declaration, ...payloads) => {
    keepRecords(furnishing, declaration, payloads);
    return service.deliver(declaration, ...payloads);
  };
  const settle: QueryService['settle'] = async (declaration, ...payloads) => {
    keepRecords(furnishing, declaration, payloads);
    const ids = (await service.publish(declaration, ...payloads)).map(({ id }) => id);
    await eventually(async () => {
      const seen = await service.sql('select from inbox where event_id = any($1)', [ids]);
      if (seen.length < ids.length) throw new Error(`${seen.length} of ${ids.length} are applied`);
    });
  };
  return {
    ...service,
    sealer,
    matchHash,
    furnishing,
    deliver,
    settle,
    furnish: (...records) => settle(RecordFurnished, ...records),
    identify: ({ networkId, subjectId }, type, ...hashes) => {
      const state = {
        ...{ network_id: networkId, match_hashes: hashes, revision: 1, merged_into: null },
      };
      return type === 'business'
        ? settle(BusinessIdentified, {
            ...state,
            business_id: subjectId,
          })
        : settle(ConsumerIdentified, { ...state, consumer_id: subjectId });
    },
    async query(caller, path, body, headers) {
      const response = await service.send(caller, 'POST', path, body, headers);
      const text = await response.text();
      return {
        status: response.status,
        reference: response.headers.get('x-ref-id'),
        body: (text === '' ? undefined : JSON.parse(text)) as unknown,
      };
    },
    async queryEvents({ entity_id }) {
      const rows = await service.sql<EventColumns & { payload: string }>(
        `select ${EVENT_COLUMNS}, payload
         from query_event join query_text using (occurred_at, query_event_id)
         where querying_entity_id = $1 order by occurred_at, query_event_id`,
        [entity_id],
      );
      return rows.map(eventOf);
    },
    async stop() {
      await service.stop();
      await furnishing.stop();
    },
  };
}

function keepRecords(
  furnishing: FurnishingStandIn,
  { type }: Pick<EventDeclaration, 'type'>,
  payloads: readonly unknown[],
): void {
  if (type !== RecordFurnished.type) return;
  for (const payload of payloads) furnishing.keep(RecordFurnished.parse(payload));
}
