import { memberOfEach } from '@ndx/service/testing';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { startQueryService, type QueryService } from './query-service.js';

/**
 * A service that runs during the tests of a file.
 * @param variables additional variables of the process
 * @param isReplayed replays every query of the tests at the end; each answer is the stored one
 *   (decision 0076)
 */
export function useQueryService({
  variables = {},
  isReplayed = false,
}: {
  readonly variables?: Readonly<Record<string, string>>;
  readonly isReplayed?: boolean;
} = {}): QueryService {
  let started: QueryService | undefined;
  beforeAll(async () => {
    started = await startQueryService(variables);
  });
  const service = new Proxy({} as QueryService, {
    get(_, name) {
      if (!started) throw new Error('the service starts before the first test');
      return Reflect.get(started, name) as unknown;
    },
  });
  afterAll(async () => {
    if (isReplayed) await expectIdenticalReplays(service);
    await service.stop();
  });
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
  }
  expect(unlike).toEqual([]);
}
