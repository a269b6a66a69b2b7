import {
  datasetBySlug,
  furnishedModelsOf,
  groupPartsOf,
  kybCertificate,
  templateBySlug,
  type GroupPart,
  type Template,
} from '@ndx/catalog';
import { appliedRules, closedFor, partRules, type RecordedQuery } from './explained-query.js';
import type { SectionRecord } from './explanation.js';

/** What a dispute is about, by the member names of an explanation. */
export interface DisputedPart {
  readonly record_id: string;
  readonly network_id: string;
  readonly furnishing_entity_id: string;
  /** The section of a product, or the slug of a template. */
  readonly model_name: string;
  /** Null: the whole section. */
  readonly field_name: string | null;
}

/**
 * Whether an answer used the disputed part of a record, and consent and policy of its query let the
 * reader know the disputed field (as `visibleDisputes` for the answer itself).
 */
export function showsDisputedPart(
  query: RecordedQuery,
  slug: string,
  used: readonly Pick<SectionRecord, 'recordId' | 'model'>[],
  disputed: DisputedPart,
): boolean {
  const { record_id, model_name, field_name } = disputed;
  const uses = (part: string) =>
    used.some(({ recordId, model }) => recordId === record_id && model === part);
  const template = templateBySlug(slug);
  if (!template) {
    return uses(model_name) && (field_name === null || isOpen(query, disputed, field_name));
  }
  return groupPartsOf(template).some(
    (part) =>
      part.dataset === model_name &&
      uses(part.name) &&
      (field_name === null || isRead(query, template, part, disputed, field_name)),
  );
}

/**
 * Whether the query may know what a statement about a disputed part can say: the disputed field, or
 * every furnished field of a disputed section.
 */
export function showsStatement(
  query: RecordedQuery,
  slug: string,
  disputed: DisputedPart,
): boolean {
  const { model_name: model, field_name } = disputed;
  if (field_name !== null) return true;
  const template = templateBySlug(slug);
  const dataset = template ? datasetBySlug(model) : kybCertificate;
  const models = dataset ? furnishedModelsOf(dataset) : [];
  const fields = models.flatMap((one) => (one.model === model ? one.fields : []));
  return fields.every(({ name }) =>
    template
      ? groupPartsOf(template).some(
          (part) => part.dataset === model && isRead(query, template, part, disputed, name),
        )
      : isOpen(query, disputed, name),
  );
}

/** Whether consent and policy of a product open a field of the record. */
function isOpen(query: RecordedQuery, disputed: DisputedPart, field: string): boolean {
  const { network_id, furnishing_entity_id, model_name } = disputed;
  const rules = appliedRules(query).find(({ networkId }) => networkId === network_id);
  return rules !== undefined && !closedFor(rules, model_name, field, furnishing_entity_id);
}

/** Whether a template's answer can read the field in a part of a group. */
function isRead(
  query: RecordedQuery,
  { slug }: Template,
  { dataset, reads }: GroupPart,
  { network_id, furnishing_entity_id }: DisputedPart,
  name: string,
): boolean {
  const rules = appliedRules(query).find(({ networkId }) => networkId === network_id);
  if (!rules) return false;
  const own = partRules(query).get(dataset)?.[rules.place];
  const opens = (applied: typeof rules | undefined, model: string, field: string) =>
    applied !== undefined && !closedFor(applied, model, field, furnishing_entity_id);
  return reads.some(
    ({ field, governedBy }) =>
      [field, governedBy].includes(name) &&
      opens(rules, slug, governedBy) &&
      (dataset === slug || opens(own, dataset, field)),
  );
}
