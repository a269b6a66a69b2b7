import { randomUUID } from 'node:crypto';
import { listIn, memberOf, textIn } from '../http/answer.js';
import { post } from '../http/request.js';
import type { Kit } from '../kit/kit.js';
import { businessIdentity } from '../kit/subjects.js';
import { cases } from '../run/cases.js';
import { all, envelope, ok, requireShape, requireValues, shapeError } from '../run/expect.js';
import { Mismatch } from '../run/mismatch.js';
import type { Row } from '../run/row.js';
import { bodyRows } from '../shape/body-rows.js';
import { ABSENT, withMember } from '../shape/change.js';
import { fields } from '../shape/fields.js';
import { record } from '../shape/shape.js';
import { ruleOf } from '../shape/types.js';
import { furnishRequest, KYB_FURNISH } from './kyb/business.js';
import { FURNISHED_SECTIONS, SECTIONS } from './kyb/sections.js';

const SUBMISSION = record('success: boolean  submission_id: uuid  results: object[]', {
  results: record('index: integer  accepted: boolean  business_id: uuid | null  errors: object[]', {
    errors: record('code: string  path: string  detail: string'),
  }),
});

const aRecord = () => ({ business_identity: businessIdentity(), ...FURNISHED_SECTIONS });

const valid = (kit: Kit) => furnishRequest(kit, [aRecord()]);

/** Faults of a record, each of which rejects only that record. */
const BAD_RECORDS: readonly (readonly [says: string, path: readonly string[], value: unknown])[] = [
  ['names no business', ['business_identity'], ABSENT],
  ['names an unknown business', ['business_id'], 'no-uuid'],
  ['has an unknown section', ['no_such_section'], {}],
  ['has an unknown field', [SECTIONS[0]?.name ?? '', 'data', 'no_such_field'], 'x'],
  ...SECTIONS.flatMap(({ name, fields: table, example }) =>
    table.flatMap(({ name: field, type }) => {
      const part = field in example.assertions ? 'assertions' : 'data';
      return ruleOf(type).wrong.map(
        (value) =>
          [
            `has ${JSON.stringify(value)} for ${field} of ${name}, which is ${type},`,
            [name, part, field],
            value,
          ] as const,
      );
    }),
  ),
];

/** `POST /v1/products/{product}/furnish` (design 8). */
export const productFurnishRows: readonly Row[] = [
  ...bodyRows({
    section: 'design 8',
    name: `POST ${KYB_FURNISH}`,
    fields: fields(`
      network_id: uuid
      program_name?: string | open
      application_date?: date | open
      records: array
    `),
    request: valid,
  }),
  ...cases('design 8', [
    {
      says: 'a submission answers a result for each record',
      request: (kit) => furnishRequest(kit, [aRecord(), aRecord()]),
      expect: all(ok(SUBMISSION, { success: true }), (answer) => {
        const results = listIn(answer.body, 'results');
        const businesses = new Set(results.map((result) => textIn(result, 'business_id')));
        requireValues(answer, { businesses: businesses.size }, { businesses: 2 });
        for (const [index, result] of results.entries()) {
          requireValues(answer, result, { index, accepted: true, errors: [] });
        }
      }),
    },
    {
      says: 'a submission has at least one record',
      request: (kit) => furnishRequest(kit, []),
      expect: shapeError('body -> records'),
    },
    {
      says: 'a submission has at most 100 records',
      request: (kit) => furnishRequest(kit, Array.from({ length: 101 }, aRecord)),
      expect: shapeError('body -> records'),
    },
    {
      says: 'furnishing an unknown product is a 404',
      request: (kit) => ({ ...valid(kit), path: '/v1/products/no_such_product/furnish' }),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
    {
      says: 'furnishing in a network where the caller does not furnish is denied',
      request: () => post(KYB_FURNISH, { network_id: randomUUID(), records: [aRecord()] }),
      expect: envelope('PERMISSION_DENIED'),
    },
    {
      says: 'furnishing in a network to which the institution does not belong is denied',
      needs: ['other'],
      request: (kit) => ({ ...valid(kit), as: 'other' }),
      expect: envelope('PERMISSION_DENIED'),
    },
  ]),
  ...BAD_RECORDS.map(([says, path, value]) => ({
    section: 'design 8',
    group: 'a record with a fault is rejected with its own error',
    says: `a record that ${says} is rejected with its own error`,
    check: (kit: Kit) => checkRefused(kit, withMember(aRecord(), path, value)),
  })),
  {
    section: 'design 8',
    says: 'one bad record does not sink the others',
    check: async (kit) => {
      const answer = await kit.send(furnishRequest(kit, [{}, aRecord()]));
      ok(SUBMISSION, { success: false })(answer);
      const [bad, good] = listIn(answer.body, 'results');
      requireValues(answer, bad, { index: 0, accepted: false, business_id: null });
      requireValues(answer, good, { index: 1, accepted: true, errors: [] });
    },
  },
];

async function checkRefused(kit: Kit, faulty: unknown): Promise<void> {
  const answer = await kit.done(furnishRequest(kit, [faulty]));
  requireShape(answer, answer.body, SUBMISSION);
  const [result] = listIn(answer.body, 'results');
  if (memberOf(result, 'accepted') === false && listIn(result, 'errors').length > 0) return;
  throw new Mismatch('a refused record with its errors', JSON.stringify(result), answer);
}
