import { randomUUID } from 'node:crypto';
import * as api from '@ndx/api';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  SECOND_BANK,
  type DemoInstitution,
} from '@ndx/tools/network/demo-network';
import { listCase, type ListCases } from './list-case.js';

const DAY_MS = 86_400_000;

export interface FilledQueries {
  /** Has queries. */
  readonly businessId: string;
  /** A day with queries: a time and one a day later; ISO 8601. */
  readonly day: { readonly from: string; readonly to: string };
}

/** The lists of query events, and of what each query had as its result. */
export function queryListCases({ businessId, day }: FilledQueries): ListCases {
  const network = { network_id: DEMO_NETWORK.id };
  const newest = { ...network, order: 'newest_first' };
  const events = (filter = {}, reader: DemoInstitution = OPERATOR) =>
    listCase(api.listQueryEvents, reader, { ...newest, ...filter });
  const uses = (filter = {}, reader: DemoInstitution = FIRST_BANK) =>
    listCase(api.listRecordUses, reader, { ...newest, ...filter });
  const week = { from: isoDay(Date.now() - 7 * DAY_MS), to: isoDay(Date.now() + DAY_MS) };
  return {
    'query events': events(),
    'query events of a querier': events({}, QUERYING_BANK),
    'query events of an institution': events({ querying_entity_id: QUERYING_BANK.entityId }),
    'query events of an institution without any': events({
      querying_entity_id: FIRST_BANK.entityId,
    }),
    'query events without a result': events({ outcome: 'no_result' }),
    'query events by reason': events({ reason: 'no_eligible_record' }),
    'query events by a rare reason': events({ reason: 'not_stated' }),
    'query events of a template': events({ product_slug: 'total_consumer_assets' }),
    'query events about a subject': events({ subject_id: businessId }),
    'query events of a policy': events({ policy_id: randomUUID() }),
    'query events of a request': events({ request_id: 'unknown' }),
    'query events of a day': events(day),
    'query events of a day, oldest first': events({ ...day, order: 'oldest_first' }),
    'count of query events': listCase(api.countQueryEvents, OPERATOR, network),
    'count of query events by a rare reason': listCase(api.countQueryEvents, OPERATOR, {
      ...network,
      reason: 'not_stated',
    }),
    'counts of answers by furnishers': listCase(api.countAnswersByFurnishers, OPERATOR, network),
    'counts of answers of a querier by furnishers': listCase(
      api.countAnswersByFurnishers,
      QUERYING_BANK,
      network,
    ),
    'daily counts': listCase(api.listDailyQueryCounts, OPERATOR, { ...network, ...week }),
    'signed index of queries': listCase(api.readQueryIndex, OPERATOR, { ...network, ...day }),
    'record uses': uses(),
    'record uses of a template': uses({ product_slug: 'total_consumer_assets' }),
    'record uses of a record': uses({ record_id: randomUUID() }),
    'excluded record uses': uses({ outcome: 'excluded' }),
    'record uses of a day, oldest first': uses({ ...day, order: 'oldest_first' }),
    'record uses of an institution without any': uses({}, SECOND_BANK),
    'count of record uses': listCase(api.countRecordUses, FIRST_BANK, network),
    'count of record uses of an institution without any': listCase(
      api.countRecordUses,
      SECOND_BANK,
      network,
    ),
    'counts of uses by record': listCase(api.countUsesByRecord, FIRST_BANK, network),
    'signed index of record uses': listCase(api.readRecordUseIndex, FIRST_BANK, {
      ...network,
      ...day,
    }),
  };
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
