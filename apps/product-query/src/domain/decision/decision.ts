import type { ConsentState, Principal, QueryEvent, Verdict } from '@ndx/contracts';
import type { Judgement } from '../candidate.js';
import { grantsInForce } from '../consent/consented-access.js';
import type { DatasetRules, OmittedNetwork } from '../policy/network-rules.js';
import { disputedIn, type DisputedRecords } from './decided-disputes.js';
import { places, type Places } from './places.js';
import type { DecidedTemplate } from './decided-template.js';

/**
 * How a query was decided, as it is stored beside its event, which names the networks and their
 * policies (decision 0075). Each id is there once; records refer to its place. With the policy
 * versions and the furnished records, which do not change, it assembles the answer again.
 */
export interface Decision extends DisputedRecords {
  /** The consents that bound it. */
  readonly consents?: readonly DecisiveConsent[];
  /** The place of the consent of each listed network; null where none bound it. */
  readonly bound?: readonly (number | null)[];
  /** The recorded consents in force that the policies did not need, by listed network. */
  readonly unneeded?: readonly (DecisiveConsent | null)[];
  /** How far the clock of the querying institution was ahead of the event's time; absent: not moved. */
  readonly clockOffsetSeconds?: number;
  /** The furnishers that the query named. */
  readonly requested?: readonly string[];
  readonly ids: readonly string[];
  /** The candidate records of each model of a product, or of each part of a template's groups. */
  readonly models: Readonly<Record<string, readonly DecidedRecord[]>>;
  /** The networks and furnishers of candidate records whose furnisher had left. */
  readonly left?: readonly (readonly [network: number, furnisher: number])[];
  /** The chosen records that name the business otherwise than the consent. */
  readonly differing?: readonly number[];
  /** The networks that the query did not read, because consent closed them. */
  readonly omitted?: readonly OmittedNetwork[];
  /** The decision on a query of a template. */
  readonly template?: DecidedTemplate;
}

/** The members of a consent that affect a decision. */
export interface DecisiveConsent {
  readonly id: string;
  readonly revision: number;
  readonly fields: string;
  /** The legal name of the business in it. */
  readonly name?: string;
  /** The grants in force at the time of the query: a furnisher or `*`, and field definitions. */
  readonly grants: readonly (readonly [
    furnishingEntityId: string,
    definitions: readonly string[],
  ])[];
}

/**
 * Places of the network among the listed ones, and of ids. `other` is the furnisher's other record,
 * where the last verified one is not the last furnished one. `excludedIn` is the data set whose
 * consent or policy excludes the record, where it is not the queried template.
 */
export type DecidedRecord = readonly [
  network: number,
  furnisher: number,
  record: number,
  attestation: number | null,
  verdict: Verdict,
  field?: string | null,
  other?: number | null,
  excludedIn?: string,
];

interface DecidedQuery {
  readonly networkIds: readonly string[];
  readonly rules: ReadonlyMap<string, DatasetRules>;
  readonly furnishingEntityIds: readonly string[];
  readonly judgements: readonly Judgement[];
  readonly now: number;
}

/** The time by which a query was decided: the event's, with the offset of a moved clock. */
export function decidedAt(
  { occurred_at: at }: Pick<QueryEvent, 'occurred_at'>,
  { clockOffsetSeconds = 0 }: Decision,
): number {
  return Date.parse(at) + clockOffsetSeconds * 1_000;
}

/** How far the clock of the querying institution is ahead, if it was moved (decision 0085). */
export function movedClock({
  clock_offset_seconds: clockOffsetSeconds,
}: Principal): Pick<Decision, 'clockOffsetSeconds'> {
  return clockOffsetSeconds === undefined ? {} : { clockOffsetSeconds };
}

/** The decision on a query of a product. */
export function decisionOf(query: DecidedQuery): Decision {
  const { networkIds, rules, furnishingEntityIds: requested, now } = query;
  const ids = places();
  const models = decidedRecords(query.judgements, networkIds, ids);
  const consents = networkIds.map((networkId) => rules.get(networkId)?.consent);
  const unneeded = networkIds.map((networkId) => {
    const consent = rules.get(networkId)?.unneeded;
    return consent ? decisiveConsent(consent, now) : null;
  });
  return {
    ...boundBy(consents, now),
    ...(unneeded.some((consent) => consent !== null) && { unneeded }),
    ...(requested.length > 0 && { requested }),
    ...leftOf(query.judgements, networkIds, ids),
    ...disputedIn(query.judgements, ids),
    ids: ids.listed,
    models,
    ...differingIn(query.judgements, ids),
  };
}

/** The judged records by model. */
export function decidedRecords(
  judgements: readonly Judgement[],
  networkIds: readonly string[],
  { placeOf }: Places,
): Decision['models'] {
  const models: Record<string, DecidedRecord[]> = {};
  for (const { candidate, verdict, field = null, excludedIn } of judgements) {
    const { attestationId, otherRecordId } = candidate;
    const judged = [
      networkIds.indexOf(candidate.networkId),
      placeOf(candidate.furnishingEntityId),
      placeOf(candidate.recordId),
      attestationId === null ? null : placeOf(attestationId),
      verdict,
    ] as const;
    const other = otherRecordId === null ? null : placeOf(otherRecordId);
    (models[candidate.model] ??= []).push(
      excludedIn !== undefined
        ? [...judged, field, other, excludedIn]
        : other !== null
          ? [...judged, field, other]
          : field !== null
            ? [...judged, field]
            : judged,
    );
  }
  return models;
}

/** The chosen records that name the business otherwise; nothing where none does. */
export function differingIn(
  judgements: readonly Judgement[],
  { placeOf }: Places,
): Pick<Decision, 'differing'> {
  const differing = judgements.flatMap(({ candidate, nameDiffers }) =>
    nameDiffers ? [placeOf(candidate.recordId)] : [],
  );
  return differing.length > 0 ? { differing: [...new Set(differing)] } : {};
}

/** The furnishers that had left; nothing where none had. */
export function leftOf(
  judgements: readonly Judgement[],
  networkIds: readonly string[],
  { placeOf }: Places,
): Pick<Decision, 'left'> {
  const left = judgements.flatMap(({ candidate: { hasLeft, networkId, furnishingEntityId } }) =>
    hasLeft ? [`${networkIds.indexOf(networkId)} ${placeOf(furnishingEntityId)}`] : [],
  );
  if (left.length === 0) return {};
  return {
    left: [...new Set(left)].map((key) => {
      const [network = 0, furnisher = 0] = key.split(' ').map(Number);
      return [network, furnisher] as const;
    }),
  };
}

/** Nothing where no consent bound the query. */
function boundBy(
  bindings: readonly (ConsentState | undefined)[],
  now: number,
): Pick<Decision, 'consents' | 'bound'> {
  const { consents, placeOf } = decisiveConsents(bindings, now);
  return consents.length === 0 ? {} : { consents, bound: bindings.map(placeOf) };
}

/** The terms of each consent once, and the place of a consent among them. */
export function decisiveConsents(bindings: readonly (ConsentState | undefined)[], now: number) {
  const found = [...new Set(bindings)].filter((consent) => consent !== undefined);
  return {
    consents: found.map((consent) => decisiveConsent(consent, now)),
    placeOf: (consent: ConsentState | undefined) => (consent ? found.indexOf(consent) : null),
  };
}

function decisiveConsent(consent: ConsentState, now: number): DecisiveConsent {
  return {
    id: consent.consent_id,
    revision: consent.revision,
    fields: consent.consented_fields,
    ...(consent.business_legal_name !== null && { name: consent.business_legal_name }),
    grants: grantsInForce(consent.field_access_grants, now).map((grant) => [
      grant.furnishing_entity_id,
      grant.field_definitions,
    ]),
  };
}
