import { declareOperation } from '../operation/operation.js';
import * as wire from '../shapes/wire.js';
import { QueryEventPath } from './query-event-path.js';

export const readRelianceFile = declareOperation({
  id: 'readRelianceFile',
  method: 'GET',
  path: '/v1/query-events/{query_event_id}/reliance-file',
  service: 'product-query',
  permission: 'billing:read',
  summary: 'Read the reliance file of a query: a signed ZIP that proves its answer by itself',
  description:
    'For the querying institution, whose account also needs the permission `product:query`, and for governors of the networks of the query. The file has what its reader may see, and commitments to the rest; `docs/reliance-file.md` describes it, and `ndx verify` verifies it.',
  request: { path: QueryEventPath },
  answer: wire.bytesOf('application/zip'),
  refusals: ['not_found', 'permission_missing', 'service_unavailable'],
});

export const readRelianceFileOfRecordUse = declareOperation({
  id: 'readRelianceFileOfRecordUse',
  method: 'GET',
  path: '/v1/record-uses/{query_event_id}/reliance-file',
  service: 'product-query',
  permission: 'data:furnish',
  summary: "Read a furnisher's reliance file of a query that used its records",
  description:
    'The file has the records of the institution that the answer used, or that a policy excluded; neither the querying institution nor the subject.',
  request: { path: QueryEventPath },
  answer: wire.bytesOf('application/zip'),
  refusals: ['not_found', 'service_unavailable'],
});
