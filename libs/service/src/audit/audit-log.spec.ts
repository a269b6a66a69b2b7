import { describe, expect, test } from '@jest/globals';
import { newId } from '@ndx/contracts';
import { useStarted } from '@ndx/testing/use-started';
import { ConsumingService } from '../testing/consuming-service.js';
import { member } from '../testing/principals.js';
import { startTestService } from '../testing/test-service.js';

const NETWORK = newId();
const GOVERNOR = member(NETWORK, 'governor');
const logOf = (network: string, name = 'furnishing') =>
  `/v1/networks/${network}/audit-logs/${name}`;
const LOG = logOf(NETWORK);

const service = useStarted(() => startTestService(ConsumingService));

describe('the audit log of a network', () => {
  test('without an event has no entry, and is verified', async () => {
    expect(await service.call(GOVERNOR, 'GET', `${LOG}/entries`)).toEqual({
      status: 200,
      body: { data: [], next_cursor: expect.any(String), is_complete: true },
    });
    expect(await service.call(GOVERNOR, 'GET', `${LOG}/verification`)).toEqual({
      status: 200,
      body: {
        ...{ last_seq: 0, verified_through: 0, root: '', is_complete: true },
        ...{ fault: null, gaps: [], verified_at: expect.any(String) },
      },
    });
  });

  test.each([
    ['a furnisher', member(NETWORK, 'furnisher', 'querier'), LOG, 403],
    ['a governor of another network', member(newId(), 'governor'), LOG, 403],
    ['the name of another service', GOVERNOR, logOf(NETWORK, 'consent'), 404],
    ['a name of no service', GOVERNOR, logOf(NETWORK, 'billing'), 422],
    ['a network that is not a UUID', GOVERNOR, logOf('demo'), 422],
    ['an unsigned caller', undefined, LOG, 401],
    ['a service, which is no account', 'consent' as const, LOG, 401],
  ])('is denied to %s', async (_case, caller, log, status) => {
    for (const path of [`${log}/entries`, `${log}/verification`]) {
      expect(await service.call(caller, 'GET', path)).toMatchObject({ status });
    }
  });

  test.each([
    ['a cursor without a number', 'entries?cursor=eA', 400],
    ['a cursor of the entry 0', 'entries?cursor=MA', 400],
    ['a page of 101 entries', 'entries?limit=101', 422],
    ['a start that is no time', 'entries?from=yesterday', 422],
    ['an empty type', 'entries?type=', 422],
    ['an account that is no UUID', 'entries?account_id=compliance-officer', 422],
    ['a subject of 201 characters', `entries?subject=${'x'.repeat(201)}`, 422],
    ['a part after the entry -1', 'verification?after=-1', 422],
    ['a part after the end', 'verification?after=1', 400],
  ])('rejects %s', async (_case, request, status) => {
    expect(await service.call(GOVERNOR, 'GET', `${LOG}/${request}`)).toMatchObject({ status });
  });
});
