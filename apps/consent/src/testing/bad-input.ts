import { expect } from '@jest/globals';
import type { Principal } from '@ndx/contracts';
import type { ConsentService } from './consent-service.js';

/** The error message for a value that does not have its shape. */
export const FAULTS = {
  NO_UUID: 'must be a UUID',
  NO_TEXT: 'must be a string',
  NO_FLAG: 'must be a boolean value',
  NO_OBJECT: 'must be an object',
  NO_DATE_TIME: 'must be an ISO 8601 date-time',
  NO_BIRTHDAY: 'must be an ISO 8601 date-time or date that is not in the future',
  NO_REGISTRATION: 'must be a string or an integer that holds a registration identifier',
  MISSING: 'is required',
  EMPTY: 'should not be empty',
  UNKNOWN: 'is not a known field',
  UNSTORABLE: 'must not hold null characters or unpaired surrogates',
  LONG: 'must be shorter than or equal to 500 characters',
} as const;

/** The stored rows, and the number of calls to other services. */
export async function tracesOf(service: ConsentService) {
  return {
    consents: await service.sql('select * from consent order by id'),
    history: await service.sql('select * from consent_history order by consent_id, revision'),
    asked: service.entity.calls.length,
    told: service.productQuery.envelopes.length,
  };
}

/** Expects the 422 with this detail, and that nothing was stored or sent. */
export async function expectRefused(
  service: ConsentService,
  caller: Principal,
  request: readonly [method: string, path: string, body?: unknown],
  detail: string,
): Promise<void> {
  const before = await tracesOf(service);
  const answer = await service.call(caller, ...request);
  expect(answer).toEqual({ status: 422, body: { detail } });
  expect(await tracesOf(service)).toEqual(before);
}
