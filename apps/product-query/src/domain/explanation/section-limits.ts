import { fieldsOf, type Model } from '@ndx/catalog';
import type { Decision } from '../decision.js';
import type { AppliedRules } from './explained-query.js';
import { LIMIT_SENTENCES, type LimitCode } from './sentences.js';

/** A rule of consent, query or policy that a record of a section had to satisfy. */
export interface Limit {
  readonly networkId: string;
  readonly code: LimitCode;
  readonly field: string | null;
  readonly sentence: string;
}

/** The rules for one section in one network, in the order in which they apply; no record is looked at. */
export function limitsOf(rules: AppliedRules, model: Model, { requested }: Decision): Limit[] {
  const selection = rules.selections.find(({ model_name }) => model_name === model.name);
  const fields = selection?.field_selections ?? [];
  const isPartlyClosed = (allows: (field: string) => boolean) =>
    !fieldsOf(model).every(({ name }) => allows(name));
  const grantees = rules.consent?.grants.map(([furnisher]) => furnisher) ?? ['*'];
  const limits: readonly (readonly [LimitCode, boolean])[] = [
    ['consent_scope', isPartlyClosed((field) => rules.consented.allows(model.name, field))],
    [
      'grant',
      grantees.length === 0 ||
        grantees.some((furnisher) =>
          isPartlyClosed((field) => rules.accessTo(furnisher).allows(model.name, field)),
        ),
    ],
    ['furnisher_not_requested', requested !== undefined],
    ['not_enabled', selection?.is_enabled === false],
    ['source_not_accepted', (selection?.selected_provenance_option_ids ?? []).length > 0],
    ['attestation_missing', selection?.attestation_required === true],
    ['too_old', (selection?.max_age_days ?? null) !== null],
  ];
  const aboutFields = fields.flatMap(
    ({ field_name: field, accepted_values: accepted, is_required: isRequired }) => [
      ...(accepted === null ? [] : [{ code: 'value_not_accepted' as const, field }]),
      ...(isRequired ? [{ code: 'required_field_missing' as const, field }] : []),
    ],
  );
  const aboutAll = limits.flatMap(([code, holds]) => (holds ? [{ code, field: null }] : []));
  return [...aboutAll, ...aboutFields].map(({ code, field }) => ({
    networkId: rules.networkId,
    code,
    field,
    sentence: LIMIT_SENTENCES[code]({
      field: field ?? undefined,
      days: selection?.max_age_days,
    }),
  }));
}
