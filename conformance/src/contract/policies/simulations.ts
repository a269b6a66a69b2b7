import { randomUUID } from 'node:crypto';
import { memberOf, textIn } from '../../http/answer.js';
import { get, post, withBody, withQuery } from '../../http/request.js';
import type { Kit } from '../../kit/kit.js';
import { until } from '../../kit/until.js';
import { cases } from '../../run/cases.js';
import { envelope, ok, requireValues } from '../../run/expect.js';
import { itemIn, pageOf } from '../../run/pages.js';
import type { Row } from '../../run/row.js';
import { record } from '../../shape/shape.js';
import { aQueriedRecord, ENTITY_TYPE, IDENTITY } from '../kyb/queried-record.js';
import { draft } from './querying-policy.js';

const PATH = '/v1/simulations';

const HEAD = `simulation_id network_id policy_id product_id entity_id account_id: uuid
   policy_version: integer | null
   digest state: string
   failure: string | null
   from to created_at simulated_until: date-time
   ended_at: date-time | null
   is_default: boolean
   simulated_queries changed_queries: integer`;

const SIMULATION = record(
  `${HEAD}
   model_selections: object[]
   consent: string | null
   permissible_purposes: array
   listed_queries other_sections other_fields other_queriers: integer
   not_simulated outcomes sections fields queriers: object[]`,
);

const CHANGED = record(
  `query_event_id querying_entity_id: uuid
   occurred_at: date-time
   recorded_outcome simulated_outcome explanation replay: string
   simulated_reason: string | null
   sections fields: object[]`,
);

const REPLAY = record(
  `query_event_id: uuid
   code explanation: string
   difference simulation: object | null`,
);

/** The default of a network that answers with trusts alone. */
const TRUSTS = {
  is_default: true,
  model_selections: [
    {
      model_name: IDENTITY,
      is_required: true,
      field_selections: [{ field_name: ENTITY_TYPE, accepted_values: ['trust'] }],
    },
  ],
};

const startRequest = async (kit: Kit, change: object = {}) =>
  post(PATH, { policy_id: await draft(kit), from: '2020-01-01T00:00:00Z', ...change });

/** Starts a simulation; the path of its cancellation, so that the network can have another one. */
async function cancelPath(kit: Kit): Promise<string> {
  const { body } = await kit.done(await startRequest(kit));
  return `${PATH}/${textIn(body, 'simulation_id')}/cancel`;
}

/** The simulation of a querying policy over past queries (design 9). */
export const simulationRows: readonly Row[] = [
  ...cases('design 9', [
    {
      says: `POST ${PATH} starts a simulation, and its cancellation gives the record`,
      request: async (kit) => post(await cancelPath(kit)),
      expect: async (answer, kit) =>
        ok(SIMULATION, { network_id: kit.networkId, policy_id: await draft(kit) })(answer),
    },
    {
      says: `POST ${PATH} of an unknown policy is a 404`,
      request: async (kit) => withBody(await startRequest(kit), { policy_id: randomUUID() }),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
    {
      says: `POST ${PATH} of a period that ends before it begins is a 400`,
      request: async (kit) => startRequest(kit, { to: '2019-01-01T00:00:00Z' }),
      expect: envelope('VALIDATION_ERROR'),
    },
    {
      says: `GET ${PATH} lists the simulations of a network`,
      request: async (kit) => {
        await kit.done(post(await cancelPath(kit)));
        return get(withQuery(PATH, { network_id: kit.networkId }));
      },
      expect: pageOf(record(HEAD)),
    },
    {
      says: `GET ${PATH} of a network to which the caller does not belong is denied`,
      request: () => get(withQuery(PATH, { network_id: randomUUID() })),
      expect: envelope('PERMISSION_DENIED'),
    },
    {
      says: `GET ${PATH}/{simulation_id}/queries of an unknown simulation is a 404`,
      request: () => get(`${PATH}/${randomUUID()}/queries`),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
  ]),
  {
    section: 'design 9',
    says: `${PATH}/{simulation_id} counts the answers that change, and lists their queries`,
    check: async (kit) => {
      const { queryId } = await aQueriedRecord(kit);
      const { body } = await kit.done(await startRequest(kit, TRUSTS));
      const path = `${PATH}/${textIn(body, 'simulation_id')}`;
      const ended = await until(
        () => kit.send(get(path)),
        (answer) => memberOf(answer.body, 'state') !== 'running',
      );
      ok(SIMULATION, { state: 'completed', failure: null, is_default: true })(ended);
      const listed = await kit.send(get(`${path}/queries`));
      pageOf(CHANGED)(listed);
      const changed = await itemIn(kit, `${path}/queries`, 'query_event_id', queryId);
      const lost = { recorded_outcome: 'issued', simulated_outcome: 'no_result' };
      requireValues(listed, changed, { querying_entity_id: kit.entityId, ...lost });
    },
  },
  {
    section: 'design 9',
    says: 'POST /v1/query-events/{query_event_id}/replay with a policy gives the outcome under it',
    check: async (kit) => {
      const { queryId } = await aQueriedRecord(kit);
      const policy = { policy_id: await draft(kit), ...TRUSTS };
      const replayed = await kit.send(post(`/v1/query-events/${queryId}/replay`, policy));
      ok(REPLAY, { query_event_id: queryId, code: 'simulated', difference: null })(replayed);
      requireValues(replayed, memberOf(replayed.body, 'simulation'), {
        recorded_outcome: 'issued',
        simulated_outcome: 'no_result',
      });
    },
  },
];
