import { describe, expect, test } from '@jest/globals';
import {
  conflict,
  denied,
  DomainError,
  invalid,
  notFound,
  operationFailed,
} from './domain-error.js';
import { AUTHENTICATION_ERRORS, ERROR_STATUS } from './error-codes.js';

/** Contract 7.2, row by row. */
const CONTRACT = {
  VALIDATION_ERROR: 400,
  AUTHENTICATION_REQUIRED: 401,
  PERMISSION_DENIED: 403,
  RESOURCE_NOT_FOUND: 404,
  RESOURCE_CONFLICT: 409,
  OPERATION_FAILED: 500,
  INTERNAL_ERROR: 500,
};

/** Design 11. */
const ADDED = { RATE_LIMIT_EXCEEDED: 429, PAYLOAD_TOO_LARGE: 413 };

describe('error codes', () => {
  test("are the contract's and the two that the design adds, with their statuses", () => {
    expect(ERROR_STATUS).toEqual({ ...CONTRACT, ...ADDED });
  });

  test.each([
    [401, 'absent', 'Requires authentication'],
    [401, 'invalid', 'Invalid or expired token'],
    [401, 'noAccount', 'Could not validate credentials or find account'],
    [403, 'missingPermission', 'Not enough permissions'],
    [500, 'unavailable', 'Authentication service is unavailable'],
  ] as const)(
    'of the authentication layer: %i for %s, as the contract words it',
    (status, row, detail) => {
      expect(AUTHENTICATION_ERRORS[row]).toEqual({ status, detail });
    },
  );
});

describe('a domain error', () => {
  test.each([
    [invalid('invalid_value', 'why'), 'VALIDATION_ERROR', 400],
    [denied('not_a_member', 'why'), 'PERMISSION_DENIED', 403],
    [notFound('not_found', 'why'), 'RESOURCE_NOT_FOUND', 404],
    [conflict('already_exists', 'why'), 'RESOURCE_CONFLICT', 409],
    [operationFailed('service_unavailable', 'why'), 'OPERATION_FAILED', 500],
  ] as const)('%s has its code and the status of that code', (error, code, status) => {
    expect(error).toMatchObject({ code, status, message: 'why' });
  });

  test('keeps its cause and its faults', () => {
    const cause = new Error('the disk is full');
    expect(operationFailed('service_unavailable', 'why', cause).cause).toBe(cause);
    const errors = [{ detail: 'one' }, { detail: 'two' }];
    expect(new DomainError('invalid_value', 'why', { errors }).errors).toEqual(errors);
  });
});
