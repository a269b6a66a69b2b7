import { fieldsOf, NAMING_MODEL, type Model } from '@ndx/catalog';
import { admitsFurnisher, fieldSelectionOf } from '../policy/querying-policy.js';
import {
  closedFor,
  closedIn,
  granteesOf,
  selectionIn,
  type AppliedRules,
} from './explained-query.js';
import type { PartExclusion } from './sentences.js';
import { daysIn, inSeries, oneOf, words } from './words.js';

/** What would make a query without a result one with a result. */
export interface Remedy {
  readonly networkId: string;
  readonly model: string;
  /** The furnishers that the policy accepts; null: any, or hidden from the reader. */
  readonly furnishingEntityIds: readonly string[] | null;
  readonly sentence: string;
}

interface Asked {
  /** The furnishers that the query named. */
  readonly requested: readonly string[] | undefined;
  /** Whether the reader may read the policy. */
  readonly showsPolicy: boolean;
  /** The other required sections without a record. */
  readonly others: readonly string[];
}

const LEGAL_NAME = 'business_legal_name';

/** The record of a section that would give a result; it is derived from the rules alone. */
export function remedyOf(rules: AppliedRules, model: Model, asked: Asked): Remedy {
  const demand = demandOf(rules, model);
  const rest = { networkId: rules.networkId, model: model.name };
  const listed = listedIn(rules, demand);
  const known = [...listed, ...(asked.requested ?? []), ...granteesOf(rules), ANY_OTHER];
  const asksFor = (furnisher: string) => asked.requested?.includes(furnisher) ?? true;
  const policy = (furnisher: string) => acceptsFurnisher(rules, demand, furnisher);
  const consent = (furnisher: string) => grants(rules, demand, furnisher);
  const isReadable = (furnisher: string) => readsFrom(rules, demand, furnisher);
  const admitted = known.filter((furnisher) =>
    [asksFor, policy, consent, isReadable].every((admits) => admits(furnisher)),
  );
  if (admitted.length === 0) {
    const sentence = `No record of the ${words(model.name)} would make it a result: ${causeOf(rules, demand)}`;
    return { ...rest, furnishingEntityIds: null, sentence };
  }
  const isPolicyListed = !known.every(policy);
  const who = [
    ...(isPolicyListed ? ['the policy accepts'] : []),
    ...(known.every(consent) ? [] : ['the consent grants']),
    ...(asked.requested === undefined ? [] : ['the query named']),
  ];
  return {
    ...rest,
    furnishingEntityIds:
      isPolicyListed && asked.showsPolicy ? [...new Set(listed)].filter(policy) : null,
    sentence: sentenceOf(conditionsOf(rules, demand, asked), demand, who, asked.others),
  };
}

/** Stands for every furnisher that neither policy nor consent nor query names. */
export const ANY_OTHER = '*';

interface Demand {
  readonly model: Model;
  readonly fields: readonly string[];
  readonly selection: ReturnType<typeof selectionIn>;
  /** The rules of fields that the record has to state. */
  readonly needed: NonNullable<ReturnType<typeof selectionIn>>['field_selections'];
  /** Whether the record has to name the business as the consent does. */
  readonly isNamed: boolean;
}

function demandOf(rules: AppliedRules, model: Model): Demand {
  const selection = selectionIn(rules, model.name);
  return {
    model,
    fields: fieldsOf(model).map(({ name }) => name),
    selection,
    needed: (selection?.field_selections ?? []).filter(
      (rule) => rule.is_required || rule.accepted_values !== null,
    ),
    isNamed: selection?.name_match === 'require' && rules.consent?.name !== undefined,
  };
}

function nameRuleIn(rules: AppliedRules) {
  return fieldSelectionOf(selectionIn(rules, NAMING_MODEL), LEGAL_NAME);
}

/** The furnishers that the policy lists for the section or a field of it. */
function listedIn(rules: AppliedRules, { selection, isNamed }: Demand): readonly string[] {
  const named = isNamed ? nameRuleIn(rules) : undefined;
  return [selection, ...(selection?.field_selections ?? []), named].flatMap(
    (rule) => rule?.selected_provenance_option_ids ?? [],
  );
}

function acceptsFurnisher(rules: AppliedRules, demand: Demand, furnisher: string): boolean {
  const { selection, needed, isNamed } = demand;
  return [selection, ...needed, isNamed ? nameRuleIn(rules) : undefined].every((rule) =>
    admitsFurnisher(rule, furnisher),
  );
}

function grants(rules: AppliedRules, demand: Demand, furnisher: string): boolean {
  const { model, fields, needed, isNamed } = demand;
  const access = rules.accessTo(furnisher);
  return (
    fields.some((field) => access.allows(model.name, field)) &&
    needed.every(({ field_name }) => access.allows(model.name, field_name)) &&
    (!isNamed || access.allows(NAMING_MODEL, LEGAL_NAME))
  );
}

function readsFrom(rules: AppliedRules, { model, fields, needed }: Demand, furnisher: string) {
  const isOpen = (field: string) => closedFor(rules, model.name, field, furnisher) === undefined;
  return (
    fields.some(isOpen) &&
    needed.every(({ field_name }) => fields.includes(field_name) && isOpen(field_name))
  );
}

/** What the record of an admitted furnisher has to satisfy. */
function conditionsOf(rules: AppliedRules, demand: Demand, { showsPolicy }: Asked): string[] {
  const { model, fields, selection, needed, isNamed } = demand;
  const { max_age_days: days = null, disputed_data: disputed = 'mark' } = selection ?? {};
  const isPartlyClosed =
    needed.length === 0 &&
    [...granteesOf(rules), ...listedIn(rules, demand)].some((furnisher) =>
      fields.some((field) => closedFor(rules, model.name, field, furnisher) !== undefined),
    );
  return [
    ...needed.map(({ field_name: field, accepted_values: accepted }) => {
      if (accepted === null) return `states the ${words(field)}`;
      return showsPolicy
        ? `states ${oneOf(accepted)} as ${words(field)}`
        : `states an accepted value as ${words(field)}`;
    }),
    ...(isPartlyClosed ? ['states a field that the query may read'] : []),
    ...(isNamed ? ['names the business as the consent does'] : []),
    ...(days === null
      ? []
      : [
          days === 0
            ? 'was verified at the time of the query'
            : `was verified within the last ${daysIn(days)}`,
        ]),
    ...(disputed === 'mark' ? [] : ['has no open dispute']),
  ];
}

function sentenceOf(
  conditions: readonly string[],
  { model, selection }: Demand,
  who: readonly string[],
  others: readonly string[],
): string {
  const attested = selection?.attestation_required ? ' with an active attestation' : '';
  const accepted = who.length === 0 ? '' : ` that ${inSeries(who)}`;
  const record = `a furnisher of the network${attested}${accepted} had a ${words(model.name)} of this business`;
  const latest = conditions.length === 0 ? '' : `, and its latest one ${inSeries(conditions)}`;
  const rest =
    others.length === 0
      ? ''
      : ` It also needs the ${inSeries(others.map(words))}, as described for each.`;
  return `It would be a result if ${record}${latest}.${rest}`;
}

/** Why no record of any furnisher can be read, and what has to change. */
function causeOf(rules: AppliedRules, demand: Demand): string {
  const { model, fields, selection, needed, isNamed } = demand;
  if (selection?.is_enabled === false) return 'the policy disables the section.';
  const foreign = needed.find(({ field_name }) => !fields.includes(field_name));
  if (foreign)
    return `the policy requires the ${words(foreign.field_name)}, which it cannot state.`;
  const closed = needed.flatMap(({ field_name: field }) => {
    const code = closedIn(rules, model.name, field);
    return code === undefined ? [] : [[code, field] as const];
  });
  const [code, field] = closed[0] ?? [closedOf(rules, demand)];
  const cause = closedCause(code, field === undefined ? 'section' : words(field));
  if (cause !== undefined) return cause;
  if (
    isNamed &&
    ![...granteesOf(rules)].some((one) => rules.accessTo(one).allows(NAMING_MODEL, LEGAL_NAME))
  ) {
    return 'the consent does not cover the legal name that the policy compares. Record one that does.';
  }
  return 'no furnisher satisfies the policy, the consent and the query at once.';
}

/** What closes a part to every furnisher, and what has to change. */
export function closedCause(code: PartExclusion | undefined, part: string): string | undefined {
  if (code === 'consent_scope') {
    return `the consent does not cover the ${part}. Record one that does.`;
  }
  if (code === 'grant') return `no grant in force covers the ${part}. Grant access to it.`;
  return code === 'not_enabled' ? `the policy disables the ${part}.` : undefined;
}

/** Why every field of the section is closed. */
function closedOf(rules: AppliedRules, { model, fields }: Demand) {
  const codes = fields.map((field) => closedIn(rules, model.name, field));
  return codes.every((code) => code !== undefined) ? codes[0] : undefined;
}
