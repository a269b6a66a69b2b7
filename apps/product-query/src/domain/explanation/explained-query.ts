import { FieldAccess, parseConsentedFields, type Product } from '@ndx/catalog';
import type { ModelSelection, QueryEvent, Verdict } from '@ndx/contracts';
import { accessUnder } from '../consented-access.js';
import { requiresModel } from '../querying-policy.js';
import type { DecidedRecord, Decision, DecisiveConsent } from '../decision.js';

/** An answered query, how it was decided, and by which versions of policies. */
export interface RecordedQuery {
  readonly event: QueryEvent;
  readonly decision: Decision;
  /** The model selections of a version of a policy. */
  readonly selectionsOf: (policyId: string, version: number) => readonly ModelSelection[];
}

/** A query with all that explains it. */
export interface ExplainedQuery extends RecordedQuery {
  readonly product: Product;
  /** The issued sections by model; undefined without a result. */
  readonly issued: Readonly<Record<string, IssuedSection | null>> | undefined;
}

export interface IssuedSection {
  readonly assertions: Readonly<Record<string, unknown>>;
  readonly data: Readonly<Record<string, unknown>>;
}

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

/** In the order of the query's networks. */
export function appliedRules({ event, decision, selectionsOf }: RecordedQuery): AppliedRules[] {
  return (event.networks ?? []).map((network, place) => {
    const { network_id: networkId, policy_id: policyId, policy_version: policyVersion } = network;
    const consent = decision.consents?.[decision.bound?.[place] ?? -1];
    return {
      place,
      networkId,
      policyId,
      policyVersion,
      selections:
        policyId === null || policyVersion === null ? [] : selectionsOf(policyId, policyVersion),
      consent,
      consented: consent ? FieldAccess.of(parseConsentedFields(consent.fields)) : EVERYTHING,
      accessTo: consent ? accessOf(consent) : () => EVERYTHING,
    };
  });
}

function accessOf({
  fields,
  grants,
}: DecisiveConsent): (furnishingEntityId: string) => FieldAccess {
  return accessUnder({
    consented_fields: fields,
    grants: grants.map(([furnishing_entity_id, field_definitions]) => ({
      furnishing_entity_id,
      field_definitions: [...field_definitions],
    })),
  });
}

/** A candidate record of a decision, with its ids. */
export interface RecordVerdict {
  readonly rules: AppliedRules;
  readonly furnishingEntityId: string;
  readonly recordId: string;
  readonly attestationId: string | null;
  readonly verdict: Verdict;
  readonly field: string | undefined;
}

/** The candidate records of a model, in an order that the stored one does not influence. */
export function recordsOf(
  { ids, models }: Decision,
  rules: readonly AppliedRules[],
  model: string,
): RecordVerdict[] {
  const idAt = (place: number) => ids[place] ?? '';
  const resolve = (record: DecidedRecord): RecordVerdict[] => {
    const [network, furnisher, recordPlace, attestation, verdict, field] = record;
    const applied = rules[network];
    if (!applied) return [];
    return [
      {
        rules: applied,
        furnishingEntityId: idAt(furnisher),
        recordId: idAt(recordPlace),
        attestationId: attestation === null ? null : idAt(attestation),
        verdict,
        field,
      },
    ];
  };
  return (models[model] ?? [])
    .flatMap(resolve)
    .sort(
      (a, b) =>
        a.rules.place - b.rules.place || (a.furnishingEntityId < b.furnishingEntityId ? -1 : 1),
    );
}

/** Whether a policy requires a section, or a field of it. */
export function requiresSection(rules: readonly AppliedRules[], model: string): boolean {
  return rules.some(({ selections }) => requiresModel(selections, model));
}
