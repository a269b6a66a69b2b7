import { ALL_PERMISSIONS, ENVIRONMENTS } from '@ndx/contracts';
import { declareOperation } from '../operation/operation.js';
import * as wire from '../shapes/wire.js';

export const readCaller = declareOperation({
  id: 'readCaller',
  method: 'GET',
  path: '/v1/caller',
  service: 'entity',
  permission: 'network:read',
  summary: 'Read the account, the institution and the permissions of the token',
  description:
    'A user interface shows what the caller may do by it. `GET /v1/networks` returns the roles.',
  answer: wire.record('Caller', {
    account_id: wire.uuid,
    subject: wire.text,
    entity_id: wire.uuid,
    institution_name: wire.text,
    permissions: wire.listOf(wire.oneOf(ALL_PERMISSIONS)),
    environment: wire.oneOf(ENVIRONMENTS),
  }),
  words: {
    'Caller.subject': ['The user claim of the token.', 'jordan.avery'],
    'Caller.institution_name': ['The name of the institution.', 'Querying Demo Bank'],
    'Caller.environment': [
      'The environment of the deployment, as its operator set it.',
      'production',
    ],
    'Caller.permissions': ['The permissions of the token, or of its role.', ['network:read']],
  },
});
