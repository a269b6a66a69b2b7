import { memberOfEach } from '@ndx/service/testing';
import { useStarted } from '@ndx/testing/use-started';
import { afterAll, expect } from '@jest/globals';
import { reading } from './query-events.js';
import { startQueryService, type QueryService } from './query-service.js';

/**
 * A service that runs during the tests of a file.
 * @param variables additional variables of the process
 * @param isReplayed replays every query of the tests at the end; each answer is the stored one
 *   (decision 0076), and its reason the code of the explanation
 */
export function useQueryService({
  variables = {},
  isReplayed = false,
}: {
  readonly variables?: Readonly<Record<string, string>>;
  readonly isReplayed?: boolean;
} = {}): QueryService {
  if (isReplayed) afterAll(() => expectIdenticalReplays(service));
  const service = useStarted(() => startQueryService(variables));
  return service;
}

async function expectIdenticalReplays(service: QueryService): Promise<void> {
  const queries = await service.sql<{ id: string; networks: string[] }>(
    'select query_event_id as id, network_ids as networks from query_event',
  );
  expect(queries).not.toEqual([]);
  const unlike: unknown[] = [];
  for (const { id, networks } of queries) {
    const governor = memberOfEach('governor', ...networks);
    const { body } = await service.call(governor, 'POST', `/v1/query-events/${id}/replay`, {});
    if (body['code'] !== 'identical') unlike.push(body);
    const reader = reading(governor);
    const event = await service.call(reader, 'GET', `/v1/query-events/${id}`);
    const explanation = await service.call(reader, 'GET', `/v1/query-events/${id}/explanation`);
    const code = explanation.body['code'];
    const reason = event.body['reason'] ?? 'issued';
    if (reason !== code) unlike.push({ id, reason, code });
  }
  expect(unlike).toEqual([]);
}
