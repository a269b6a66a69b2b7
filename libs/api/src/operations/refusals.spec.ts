import { REASON_NAMES, REASONS, type Reason } from '@ndx/contracts';
import { expect, test } from '@jest/globals';
import { OPERATIONS } from '../index.js';

/** Reasons that do not depend on the operation: of the gateway, of keys, of services, of a 5xx. */
const OF_EVERY_OPERATION: readonly Reason[] = [
  'invalid_http',
  'invalid_idempotency_key',
  'key_reused',
  'concurrent_request',
  'principal_missing',
  'internal_only',
  'unknown_path',
];

test('each reason of a refusal is declared by an operation, unless every operation can give it', () => {
  const declared = new Set(
    OPERATIONS.flatMap((each) => (each.visibility === 'public' ? (each.refusals ?? []) : [])),
  );
  const ofARefusal = REASON_NAMES.filter(
    (reason) =>
      ['VALIDATION_ERROR', 'AUTHENTICATION_REQUIRED', 'PERMISSION_DENIED'].includes(
        REASONS[reason].code,
      ) || REASONS[reason].code.startsWith('RESOURCE_'),
  );
  expect(ofARefusal.filter((reason) => !declared.has(reason)).sort()).toEqual(
    [...OF_EVERY_OPERATION].sort(),
  );
});
