import { memberOf, textIn } from '../http/answer.js';
import { get, post } from '../http/request.js';
import { fixture, type Kit } from '../kit/kit.js';
import { cases } from '../run/cases.js';
import { all, envelope, noResult, ok, that } from '../run/expect.js';
import type { Row } from '../run/row.js';
import { record } from '../shape/shape.js';
import { ruleOf } from '../shape/types.js';
import { consentOf, kybQuery } from './kyb/business.js';
import { aQueriedRecord, correction, ENTITY_TYPE, IDENTITY } from './kyb/queried-record.js';

const STATUS = record(`
  record_id submission_id network_id subject_id furnishing_entity_id: uuid
  dataset subject_type state: string  furnished_at: date-time
  reason reason_text: string | null  ended_at: date-time | null
  corrected_by_record_id corrects_record_id: uuid | null
`);

/** With a consent of the business. */
async function aConsentedRecord(kit: Kit) {
  const queriedRecord = await aQueriedRecord(kit);
  return { ...queriedRecord, consent_id: await consentOf(kit, queriedRecord.identity) };
}

const withdrawn = fixture(async (kit) => {
  const queriedRecord = await aConsentedRecord(kit);
  await kit.done(post(`/v1/records/${queriedRecord.id}/withdraw`, { reason: 'wrong_value' }));
  return queriedRecord;
});

const corrected = fixture(async (kit) => {
  const queriedRecord = await aConsentedRecord(kit);
  const { body } = await kit.done(correction(kit, queriedRecord));
  return { ...queriedRecord, by: textIn(body, 'results', 0, 'record_id') };
});

/** The end of a record (design 8). */
export const recordEndRows: readonly Row[] = cases('design 8', [
  {
    says: 'a furnisher withdraws a record, and its state says why',
    request: async (kit) => {
      const { id } = await aQueriedRecord(kit);
      return post(`/v1/records/${id}/withdraw`, { reason: 'other', reason_text: 'Test' });
    },
    expect: ok(STATUS, { state: 'withdrawn', reason: 'other', reason_text: 'Test' }),
  },
  {
    says: 'the state of a record can be read',
    request: async (kit) => get(`/v1/records/${(await withdrawn(kit)).id}`),
    expect: ok(STATUS, { state: 'withdrawn', reason: 'wrong_value' }),
  },
  {
    says: 'a query after the withdrawal of the only record is a 204',
    request: async (kit) => kybQuery(kit, { consent_id: (await withdrawn(kit)).consent_id }),
    expect: noResult,
  },
  {
    says: 'the reason other needs a text',
    request: async (kit) => {
      const { id } = await aQueriedRecord(kit);
      return post(`/v1/records/${id}/withdraw`, { reason: 'other' });
    },
    expect: envelope('VALIDATION_ERROR'),
  },
  {
    says: 'a corrected record names the one that replaces it',
    request: async (kit) => get(`/v1/records/${(await corrected(kit)).id}`),
    expect: all(
      ok(STATUS, { state: 'corrected', reason: null }),
      that('corrected_by_record_id', ({ body }) =>
        isUuid(memberOf(body, 'corrected_by_record_id')),
      ),
    ),
  },
  {
    says: 'the record that corrects another one names it',
    request: async (kit) => get(`/v1/records/${(await corrected(kit)).by}`),
    expect: all(
      ok(STATUS, { state: 'furnished' }),
      that('corrects_record_id', ({ body }) => isUuid(memberOf(body, 'corrects_record_id'))),
    ),
  },
  {
    says: 'a query after the correction of the only record returns the new one',
    request: async (kit) => kybQuery(kit, { consent_id: (await corrected(kit)).consent_id }),
    expect: that(
      'the corrected entity type',
      ({ body }) => memberOf(body, 'result', IDENTITY, 'data', ENTITY_TYPE) === 'trust',
    ),
  },
  {
    says: 'a record that has ended is not corrected',
    request: async (kit) => correction(kit, await corrected(kit)),
    expect: that(
      'the fault record_ended',
      ({ body }) => memberOf(body, 'results', 0, 'errors', 0, 'code') === 'record_ended',
    ),
  },
]);

const isUuid = (value: unknown) => ruleOf('uuid').holds(value);
