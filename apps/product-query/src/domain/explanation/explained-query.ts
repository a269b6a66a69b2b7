import { FieldAccess } from '@ndx/catalog';
import type { ModelSelection, QueryEvent, Verdict } from '@ndx/contracts';
import { compareText } from '../compare-text.js';
import { accessUnder, consentedFields } from '../consent/consented-access.js';
import { fieldSelectionOf, isEnabled } from '../policy/querying-policy.js';
import type { DecidedRecord, Decision, DecisiveConsent } from '../decision/decision.js';
import { disputesIn } from '../decision/decided-disputes.js';
import type { OpenDispute } from '../open-dispute.js';
import type { PartExclusion } from './sentences.js';

/** An answered query, how it was decided, and by which versions of policies. */
export interface RecordedQuery {
  readonly event: Pick<QueryEvent, 'outcome' | 'networks' | 'permissible_purpose'>;
  readonly decision: Decision;
  /** The model selections of a version of a policy. */
  readonly selectionsOf: SelectionsOf;
  /** Whether the query named its policy; otherwise each network's default applied. */
  readonly namesPolicy?: boolean;
  /** Whether it is only checked how a query would be answered. */
  readonly isCheck?: boolean;
}

export type SelectionsOf = (policyId: string, version: number) => readonly ModelSelection[];

/** The consent and policy that applied in one network. */
export interface AppliedRules {
  /** Place among the listed networks. */
  readonly place: number;
  readonly networkId: string;
  readonly policyId: string | null;
  readonly policyVersion: number | null;
  readonly selections: readonly ModelSelection[];
  readonly consent: DecisiveConsent | undefined;
  /** The consented fields, granted or not. */
  readonly consented: FieldAccess;
  /** The fields that are consented and granted for a furnisher. */
  readonly accessTo: (furnishingEntityId: string) => FieldAccess;
}

const EVERYTHING = FieldAccess.of(['*']);

/** The applied rules in the order of the query's networks. */
export const appliedRules = oncePerQuery((query): readonly AppliedRules[] => {
  const { event, decision } = query;
  return event.networks.map(({ network_id, policy_id, policy_version }, place) =>
    rulesUnder(query, { place, networkId: network_id }, [
      policy_id,
      policy_version,
      decision.bound?.[place] ?? null,
    ]),
  );
});

/** The rules of each data set of a bundle in each listed network, undefined where it is closed. */
export type PartRules = ReadonlyMap<string, readonly (AppliedRules | undefined)[]>;

export const partRules = oncePerQuery((query): PartRules => {
  const { networks } = query.event;
  const parts = Object.entries(query.decision.template?.parts ?? {});
  return new Map(
    parts.map(([slug, { rules }]) => [
      slug,
      networks.map(({ network_id: networkId }, place) => {
        const found = rules[place];
        return found ? rulesUnder(query, { place, networkId }, found) : undefined;
      }),
    ]),
  );
});

/** A simulation reads the rules of a query several times. */
function oncePerQuery<Rules>(
  resolve: (query: RecordedQuery) => Rules,
): (query: RecordedQuery) => Rules {
  const resolved = new WeakMap<RecordedQuery, Rules>();
  return (query) => {
    const rules = resolved.get(query) ?? resolve(query);
    resolved.set(query, rules);
    return rules;
  };
}

function rulesUnder(
  { decision, selectionsOf }: RecordedQuery,
  network: Pick<AppliedRules, 'place' | 'networkId'>,
  [policyId, policyVersion, consentPlace]: readonly [string | null, number | null, number | null],
): AppliedRules {
  const selections =
    policyId === null || policyVersion === null ? [] : selectionsOf(policyId, policyVersion);
  return withConsent(
    { ...network, policyId, policyVersion, selections },
    consentPlace === null ? undefined : decision.consents?.[consentPlace],
  );
}

/** The rules of a network under a consent, or without one. */
export function withConsent(
  rules: Omit<AppliedRules, 'consent' | 'consented' | 'accessTo'>,
  consent: DecisiveConsent | undefined,
): AppliedRules {
  return {
    ...rules,
    consent,
    consented: consentedFields(consent && { consented_fields: consent.fields }),
    accessTo: accessOf(consent),
  };
}

/** The fields that a consent opened for a furnisher. */
function accessOf(
  consent: DecisiveConsent | undefined,
): (furnishingEntityId: string) => FieldAccess {
  if (!consent) return () => EVERYTHING;
  return accessUnder({
    consented_fields: consent.fields,
    grants: consent.grants.map(([furnishing_entity_id, field_definitions]) => ({
      furnishing_entity_id,
      field_definitions: [...field_definitions],
    })),
  });
}

export function selectionIn(
  { selections }: AppliedRules,
  model: string,
): ModelSelection | undefined {
  return selections.find((selection) => selection.model_name === model);
}

/** Why no furnisher's record can show a field in a network; undefined where one can. */
export function closedIn(
  rules: AppliedRules,
  model: string,
  field: string,
): PartExclusion | undefined {
  if (!rules.consented.allows(model, field)) return 'consent_scope';
  const allows = (furnisher: string) => rules.accessTo(furnisher).allows(model, field);
  if (!granteesOf(rules).some(allows)) return 'grant';
  return isEnabled(selectionIn(rules, model), field) ? undefined : 'not_enabled';
}

/** Why a field of a furnisher's record is hidden; undefined where it is not. */
export function closedFor(
  rules: AppliedRules,
  model: string,
  field: string,
  furnishingEntityId: string,
): PartExclusion | undefined {
  if (!rules.consented.allows(model, field)) return 'consent_scope';
  if (!rules.accessTo(furnishingEntityId).allows(model, field)) return 'grant';
  const selection = selectionIn(rules, model);
  if (!isEnabled(selection, field)) return 'not_enabled';
  const sources = fieldSelectionOf(selection, field)?.selected_provenance_option_ids ?? [];
  const isAccepted = sources.length === 0 || sources.includes(furnishingEntityId);
  return isAccepted ? undefined : 'source_not_accepted';
}

/** The furnishers for which a consent has grants; `*` stands for every other furnisher. */
export function granteesOf({ consent }: AppliedRules): readonly string[] {
  return consent?.grants.map(([furnisher]) => furnisher) ?? ['*'];
}

/** The first listed network's reason, where every network has one. */
export function closedEverywhere(
  codes: readonly (PartExclusion | undefined)[],
): PartExclusion | undefined {
  return codes.every((code) => code !== undefined) ? codes[0] : undefined;
}

/** A candidate record of a decision, with its ids. */
export interface RecordVerdict {
  readonly rules: AppliedRules;
  readonly furnishingEntityId: string;
  readonly recordId: string;
  /** The furnisher's other record of the section, if any. */
  readonly otherRecordId: string | null;
  readonly attestationId: string | null;
  /** Whether the furnisher had left the network. */
  readonly hasLeft?: boolean;
  /** The undecided disputes of either record. */
  readonly disputes?: readonly OpenDispute[];
  readonly verdict: Verdict;
  readonly field: string | undefined;
  /** The data set of a bundle whose consent or policy excludes it. */
  readonly excludedIn: string | undefined;
  /** Whether it was chosen, and names the business otherwise than the consent. */
  readonly nameDiffers?: boolean;
}

/** The rules that a verdict is about: of a bundle's data set where those exclude the record. */
export function excludingRules(
  { rules, excludedIn }: RecordVerdict,
  model: string,
  parts: ReturnType<typeof partRules> = new Map(),
) {
  if (excludedIn === undefined) return { applied: rules, days: daysIn(rules, model) };
  const applied = parts.get(excludedIn)?.[rules.place];
  return { applied, days: applied && daysIn(applied, excludedIn), dataset: excludedIn };
}

function daysIn(rules: AppliedRules, model: string): number | null | undefined {
  return selectionIn(rules, model)?.max_age_days;
}

/** The candidate records of a section or of a part of a group, in an order that the stored one does not influence. */
export function recordsOf(
  decision: Decision,
  rules: readonly AppliedRules[],
  model: string,
): RecordVerdict[] {
  const found: RecordVerdict[] = [];
  for (const record of decision.models[model] ?? []) {
    const applied = rules[record[0]];
    if (applied) found.push(verdictOf(decision, applied, model, record));
  }
  return found.sort(byOrigin);
}

/** A simulation resolves millions: places are read faster than a destructured array. */
function verdictOf(
  decision: Decision,
  rules: AppliedRules,
  model: string,
  record: DecidedRecord,
): RecordVerdict {
  const { ids, differing = [], left = [] } = decision;
  const idAt = (place: number) => ids[place] ?? '';
  const attestation = record[3];
  const verdict = record[4];
  const other = record[6] ?? null;
  const recordId = idAt(record[2]);
  const otherRecordId = other === null ? null : idAt(other);
  return {
    rules,
    furnishingEntityId: idAt(record[1]),
    recordId,
    otherRecordId,
    attestationId: attestation === null ? null : idAt(attestation),
    hasLeft: left.some((one) => one[0] === record[0] && one[1] === record[1]),
    disputes: disputesIn(decision, model, [recordId, otherRecordId]),
    verdict,
    field: record[5] ?? undefined,
    excludedIn: record[7],
    nameDiffers: verdict === 'chosen' && differing.includes(record[2]),
  };
}

/** Orders by network, then by furnisher. */
export function byOrigin(
  a: Pick<RecordVerdict, 'rules' | 'furnishingEntityId'>,
  b: Pick<RecordVerdict, 'rules' | 'furnishingEntityId'>,
): number {
  return a.rules.place - b.rules.place || compareText(a.furnishingEntityId, b.furnishingEntityId);
}
