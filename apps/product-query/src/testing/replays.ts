import { memberOfEach } from '@ndx/service/testing';
import { expect } from '@jest/globals';
import type { QueryService } from './query-service.js';

/** Replays every query that a suite made; each answer is the stored one (decision 0076). */
export async function expectIdenticalReplays(service: QueryService): Promise<void> {
  const queries = await service.sql<{ id: string; networks: string[] }>(
    'select query_event_id as id, network_ids as networks from query_event',
  );
  expect(queries).not.toEqual([]);
  const unlike: unknown[] = [];
  for (const { id, networks } of queries) {
    const governor = memberOfEach('governor', ...networks);
    const { body } = await service.call(governor, 'POST', `/v1/query-events/${id}/replay`, {});
    if (body['code'] !== 'identical') unlike.push(body);
  }
  expect(unlike).toEqual([]);
}
