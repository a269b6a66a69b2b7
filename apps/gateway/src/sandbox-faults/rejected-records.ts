import {
  MAX_FURNISH_RECORDS,
  productFurnishes,
  RequestShapeError,
  templateFurnishes,
} from '@ndx/api';
import { DomainError, FURNISH_FAULT_CODES, FURNISH_FAULTS } from '@ndx/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../routing/route.js';
import { parsedBody } from './parsed-body.js';
import { FAULT_HEADER } from './sandbox-faults.js';

/** Names the code with which a sandbox rejects each record of a furnish (decision 0086). */
export const RECORD_CODE_HEADER = 'x-sandbox-record-code';

const PRODUCTS = pathsOf(productFurnishes);
const TEMPLATES = pathsOf(templateFurnishes);

/**
 * Rejects the records of a furnish with the code in its header, before it is forwarded.
 * @returns the answer of a furnish of a product; undefined for a request that the service answers
 * @throws DomainError for a furnish to a template
 * @throws RequestShapeError for an unknown code, and at another operation
 */
export function rejectedRecords(
  { path }: Route,
  { headers, body }: FastifyRequest,
  reply: FastifyReply,
): object | undefined {
  const named = headers[RECORD_CODE_HEADER]?.toString();
  if (named === undefined) return undefined;
  const code = FURNISH_FAULT_CODES.find((each) => each === named);
  if (code === undefined || !(PRODUCTS.has(path) || TEMPLATES.has(path))) {
    const message = `must be a code of a rejected record, at a furnish: ${FURNISH_FAULT_CODES.join(', ')}`;
    throw new RequestShapeError('header', [RECORD_CODE_HEADER], message);
  }
  const fault = { code, path: '', detail: `simulated: ${FURNISH_FAULTS[code].cause}` };
  if (TEMPLATES.has(path)) {
    void reply.header(FAULT_HEADER, code);
    throw new DomainError('records_rejected', fault.detail, { errors: [fault] });
  }
  const records = recordsIn(parsedBody(body));
  if (records === undefined) return undefined;
  void reply.header(FAULT_HEADER, code);
  return {
    success: false,
    submission_id: null,
    results: records.map((_record, index) => ({
      ...{ index, accepted: false, business_id: null, record_id: null },
      errors: [fault],
    })),
  };
}

/** Undefined for a body that the service rejects as a whole. */
function recordsIn(body: unknown): readonly unknown[] | undefined {
  const records = typeof body === 'object' && body !== null && 'records' in body && body.records;
  return Array.isArray(records) && records.length > 0 && records.length <= MAX_FURNISH_RECORDS
    ? records
    : undefined;
}

function pathsOf(furnishes: readonly { readonly operation: { readonly path: string } }[]) {
  return new Set(furnishes.map(({ operation }) => operation.path));
}
