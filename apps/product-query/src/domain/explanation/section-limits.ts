import { requiredFields } from '../policy/querying-policy.js';
import { granteesOf, selectionIn, type AppliedRules } from './explained-query.js';
import { LIMIT_SENTENCES, type LimitCode } from './sentences.js';

/** A rule of consent, query or policy that a record of a section had to satisfy. */
export interface Limit {
  readonly networkId: string;
  /** The section or template; of a bundle also a data set that it reads. */
  readonly model: string;
  readonly code: LimitCode;
  readonly field: string | null;
  readonly sentence: string;
}

/** The fields of a section, or those that a group or a data set of a bundle has in an answer. */
export interface LimitedFields {
  readonly model: string;
  readonly fields: readonly string[];
  /** The data set of a bundle, whose rules apply beside the bundle's; its required fields do not. */
  readonly dataset?: string;
}

/** The rules for one section in one network, in the order in which they apply; no record is looked at. */
export function limitsOf(
  rules: AppliedRules,
  section: LimitedFields,
  requested: readonly string[] | undefined,
  showsPolicy: boolean,
): Limit[] {
  const { model, dataset } = section;
  const selection = selectionIn(rules, model);
  const limits: readonly (readonly [LimitCode, boolean])[] = [
    ['consent_scope', !section.fields.every((field) => rules.consented.allows(model, field))],
    ['grant', isGrantedInPart(rules, section)],
    ['furnisher_not_requested', requested !== undefined && dataset === undefined],
    ['not_enabled', selection?.is_enabled === false],
    ['source_not_accepted', (selection?.selected_provenance_option_ids ?? []).length > 0],
    ['attestation_missing', selection?.attestation_required === true],
    ['too_old', (selection?.max_age_days ?? null) !== null],
    ['disputed', (selection?.disputed_data ?? 'mark') !== 'mark'],
    ['name_differs', selection?.name_match === 'require'],
  ];
  const required = new Set(dataset === undefined ? requiredFields(selection) : []);
  const rulesOfFields = (selection?.field_selections ?? []).filter(({ field_name }) =>
    section.fields.includes(field_name),
  );
  const aboutFields = rulesOfFields.flatMap(({ field_name: field, accepted_values: accepted }) => [
    ...(accepted === null ? [] : [{ code: 'value_not_accepted' as const, field, accepted }]),
    ...(required.has(field)
      ? [{ code: 'required_field_missing' as const, field, accepted: null }]
      : []),
  ]);
  const aboutAll = limits.flatMap(([code, holds]) =>
    holds ? [{ code, field: null, accepted: null }] : [],
  );
  const days = selection?.max_age_days;
  return [...aboutAll, ...aboutFields].map(({ code, field, accepted }) => ({
    networkId: rules.networkId,
    model,
    code,
    field,
    sentence: LIMIT_SENTENCES[code]({
      ...{ field: field ?? undefined, days, dataset },
      values: showsPolicy && accepted !== null ? accepted : undefined,
    }),
  }));
}

/** Whether some consented field is not granted for every furnisher. */
function isGrantedInPart(rules: AppliedRules, { model, fields }: LimitedFields): boolean {
  const consented = fields.filter((field) => rules.consented.allows(model, field));
  const grantees = granteesOf(rules);
  return (
    grantees.length === 0 ||
    grantees.some(
      (furnisher) => !consented.every((field) => rules.accessTo(furnisher).allows(model, field)),
    )
  );
}
