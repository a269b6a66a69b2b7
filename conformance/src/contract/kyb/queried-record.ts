import { textIn } from '../../http/answer.js';
import type { Kit } from '../../kit/kit.js';
import { businessIdentity } from '../../kit/subjects.js';
import { requireReference, type Values } from '../../run/expect.js';
import { furnishRequest, queried } from './business.js';
import { FURNISHED_SECTIONS } from './sections.js';

/** A record that the answer to a query used. */
export interface QueriedRecord {
  readonly id: string;
  readonly businessId: string;
  readonly identity: Values;
  /** The query event. */
  readonly queryId: string;
  readonly certificateId: string;
}

export const IDENTITY = 'business_identity_verification';
export const ENTITY_TYPE = 'business_entity_type';

/** A new business with one record, which a query used. */
export async function aQueriedRecord(kit: Kit): Promise<QueriedRecord> {
  const identity = businessIdentity();
  const { body } = await kit.done(
    furnishRequest(kit, [{ business_identity: identity, ...FURNISHED_SECTIONS }]),
  );
  const businessId = textIn(body, 'results', 0, 'business_id');
  const answer = await queried(kit, { business_id: businessId });
  return {
    id: textIn(body, 'results', 0, 'record_id'),
    businessId,
    identity,
    queryId: requireReference(answer),
    certificateId: textIn(answer.body, 'certificate_id'),
  };
}

/** Sections of a record with another entity type. */
export function sectionsOf(entityType: string, change: Values = {}) {
  const { [IDENTITY]: section, ...sections } = FURNISHED_SECTIONS;
  const data = { ...section?.data, [ENTITY_TYPE]: entityType };
  return { ...sections, [IDENTITY]: { ...section, data, ...change } };
}

/** Furnishes a record with another entity type that replaces the queried one. */
export function correction(kit: Kit, { id, identity }: QueriedRecord) {
  const record = { business_identity: identity, ...sectionsOf('trust') };
  return furnishRequest(kit, [{ ...record, corrects_record_id: id }]);
}
