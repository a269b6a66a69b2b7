import type { ConsentState, Verdict } from '@ndx/contracts';
import type { Judgement } from './assemble-certificate.js';
import { grantsInForce } from './consented-access.js';
import type { DatasetRules } from './network-rules.js';

/**
 * How a query was decided, as it is stored beside its event, which names the networks and their
 * policies (decision 0075). Each id is there once; records refer to its place.
 */
export interface Decision {
  /** The consents that bound it. */
  readonly consents?: readonly DecisiveConsent[];
  /** The place of the consent of each listed network; null where none bound it. */
  readonly bound?: readonly (number | null)[];
  /** The furnishers that the query named. */
  readonly requested?: readonly string[];
  readonly ids: readonly string[];
  /** The candidate records of each model. */
  readonly models: Readonly<Record<string, readonly DecidedRecord[]>>;
}

/** The members of a consent that affect a decision. */
export interface DecisiveConsent {
  readonly id: string;
  readonly revision: number;
  readonly fields: string;
  /** The grants in force at the time of the query: a furnisher or `*`, and field definitions. */
  readonly grants: readonly (readonly [
    furnishingEntityId: string,
    definitions: readonly string[],
  ])[];
}

/** Places of the network among the listed ones, and of ids. */
export type DecidedRecord = readonly [
  network: number,
  furnisher: number,
  record: number,
  attestation: number | null,
  verdict: Verdict,
  field?: string,
];

interface DecidedQuery {
  readonly networkIds: readonly string[];
  readonly rules: ReadonlyMap<string, DatasetRules>;
  readonly furnishingEntityIds: readonly string[];
  readonly judgements: readonly Judgement[];
  readonly now: number;
}

/** The decision on a query of a product. */
export function decisionOf(query: DecidedQuery): Decision {
  const { networkIds, furnishingEntityIds: requested } = query;
  const ids: string[] = [];
  const placeOf = (id: string) => {
    const place = ids.indexOf(id);
    return place < 0 ? ids.push(id) - 1 : place;
  };
  const models: Record<string, DecidedRecord[]> = {};
  for (const { candidate, verdict, field } of query.judgements) {
    const { attestationId } = candidate;
    const places = [
      networkIds.indexOf(candidate.networkId),
      placeOf(candidate.furnishingEntityId),
      placeOf(candidate.recordId),
      attestationId === null ? null : placeOf(attestationId),
    ] as const;
    (models[candidate.model] ??= []).push(
      field === undefined ? [...places, verdict] : [...places, verdict, field],
    );
  }
  return {
    ...consentsOf(query),
    ...(requested.length > 0 && { requested }),
    ids,
    models,
  };
}

function consentsOf({
  networkIds,
  rules,
  now,
}: DecidedQuery): Pick<Decision, 'consents' | 'bound'> {
  const bindings = networkIds.map((networkId) => rules.get(networkId)?.consent);
  const consents = [...new Set(bindings)].filter((consent) => consent !== undefined);
  if (consents.length === 0) return {};
  const bound = bindings.map((consent) => (consent ? consents.indexOf(consent) : null));
  return { consents: consents.map((consent) => decisiveConsent(consent, now)), bound };
}

function decisiveConsent(consent: ConsentState, now: number): DecisiveConsent {
  return {
    id: consent.consent_id,
    revision: consent.revision,
    fields: consent.consented_fields,
    grants: grantsInForce(consent.field_access_grants, now).map((grant) => [
      grant.furnishing_entity_id,
      grant.field_definitions,
    ]),
  };
}
