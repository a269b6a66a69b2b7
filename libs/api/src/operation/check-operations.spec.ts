import { expect, test } from '@jest/globals';
import { createAttestation, listAttestations } from '../operations/attestation.js';
import { checkOperations } from './check-operations.js';

const OPERATIONS = [createAttestation, listAttestations];

test('a service with one handler for each of its operations may start', () => {
  expect(() => checkOperations('attestation', OPERATIONS, OPERATIONS)).not.toThrow();
  expect(() => checkOperations('consent', [], OPERATIONS)).not.toThrow();
});

test.each([
  ['without a handler', 'attestation', [createAttestation], /no handler for listAttestations/],
  [
    'with two handlers',
    'attestation',
    [...OPERATIONS, createAttestation],
    /attestation cannot start: 2 handlers for createAttestation/,
  ],
  [
    'of another service',
    'consent',
    [createAttestation],
    /a handler for createAttestation, which is not among its declared operations/,
  ],
] as const)('a service cannot start with an operation %s', (_case, service, handled, message) => {
  expect(() => checkOperations(service, handled, OPERATIONS)).toThrow(message);
});
