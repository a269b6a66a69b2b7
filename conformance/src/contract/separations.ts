import { randomUUID } from 'node:crypto';
import { textIn } from '../http/answer.js';
import { post, type Request } from '../http/request.js';
import { fixture, type Kit } from '../kit/kit.js';
import { businessIdentity } from '../kit/subjects.js';
import { cases } from '../run/cases.js';
import { all, envelope, ok, that, type Values } from '../run/expect.js';
import type { Row } from '../run/row.js';
import { record } from '../shape/shape.js';
import { consentOf, furnishRequest, kybQuery, queried } from './kyb/business.js';
import { FURNISHED_SECTIONS } from './kyb/sections.js';

const PREVIEW = record(`
  subject_id: uuid  preview_digest: string  legal_names: string[]
  statements records consents: object[]  answers: object
`);

const pathOf = (kit: Kit, id: string) => `/v1/networks/${kit.networkId}/subjects/${id}/separations`;

interface BusinessOfTwo {
  readonly id: string;
  readonly other: Values;
  /** The record about the other company. */
  readonly recordId: string;
}

/** Two companies, furnished under one registration. */
async function aBusinessOfTwo(kit: Kit): Promise<BusinessOfTwo> {
  const one = businessIdentity();
  const other = { ...one, business_legal_name: `Other ${randomUUID()}` };
  const furnish = async (business_identity: Values) => {
    const { body } = await kit.done(
      furnishRequest(kit, [{ business_identity, ...FURNISHED_SECTIONS }]),
    );
    const id = textIn(body, 'results', 0, 'business_id');
    return { id, recordId: textIn(body, 'results', 0, 'record_id') };
  };
  const { id } = await furnish(one);
  const { recordId } = await furnish(other);
  await queried(kit, { business_id: id });
  return { id, other, recordId };
}

const previewOf = (kit: Kit, { id, recordId }: BusinessOfTwo): Request =>
  post(`${pathOf(kit, id)}/preview`, { record_ids: [recordId] });

/** A query under a consent of the other company, after the separation. */
const separated = fixture(async (kit) => {
  const two = await aBusinessOfTwo(kit);
  const consent_id = await consentOf(kit, two.other);
  const { body } = await kit.done(previewOf(kit, two));
  await kit.done(
    post(pathOf(kit, two.id), {
      record_ids: [two.recordId],
      preview_digest: textIn(body, 'preview_digest'),
      reason: 'Two companies under one registration',
    }),
  );
  return { consent_id, oldId: two.id };
});

/** The separation of a wrongly joined business (design 5). */
export const separationRows: readonly Row[] = cases('design 5', [
  {
    says: 'the preview of a separation names what moves, and changes nothing',
    request: async (kit) => {
      const two = await aBusinessOfTwo(kit);
      await kit.done(previewOf(kit, two));
      return previewOf(kit, two);
    },
    expect: all(
      ok(PREVIEW),
      that('one of two records moves', ({ body }) => {
        const { records } = body as { readonly records: readonly { readonly is_moved: boolean }[] };
        return records.length === 2 && records.filter(({ is_moved }) => is_moved).length === 1;
      }),
    ),
  },
  {
    says: 'a separation that was not previewed is a 409',
    request: async (kit) => {
      const { id, recordId } = await aBusinessOfTwo(kit);
      const preview_digest = '0'.repeat(64);
      return post(pathOf(kit, id), { record_ids: [recordId], preview_digest, reason: 'Two' });
    },
    expect: envelope('RESOURCE_CONFLICT'),
  },
  {
    says: 'after a separation, a consent of the moved name is not of the known business',
    request: async (kit) => {
      const { consent_id, oldId } = await separated(kit);
      return kybQuery(kit, { consent_id, business_id: oldId });
    },
    expect: envelope('VALIDATION_ERROR'),
  },
  {
    says: 'after a separation, a consent of the moved name opens the record that moved',
    request: async (kit) => kybQuery(kit, { consent_id: (await separated(kit)).consent_id }),
    expect: ok(record('business_id: uuid')),
  },
]);
