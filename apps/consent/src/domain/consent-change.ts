import { fieldDefinitionsOf } from '@ndx/catalog';
import {
  BOUNDS,
  conflict,
  newId,
  notFound,
  type ConsentAction,
  type ConsentKind,
  type Principal,
} from '@ndx/contracts';
import { statusOf, type Consent } from './consent.js';
import type { ConsentTerms } from './consent-terms.js';
import {
  closeGrant,
  defaultGrant,
  followConsent,
  openGrant,
  type FieldAccessGrant,
  type GrantInput,
} from './field-access-grant.js';
import { differenceOf, type Differences } from './history.js';

/** The changed consent, with the history entry and the event of the change. */
export interface ConsentChange {
  readonly consent: Consent;
  readonly action: ConsentAction;
  readonly differences: Differences;
  readonly at: Date;
  /** The closed grant; set for `grant_closed`. */
  readonly closed?: FieldAccessGrant;
  /** How far the clock of the institution was ahead (decision 0085). */
  readonly clockOffsetSeconds?: number;
}

/** One entry of a consent's append-only history (design 6). */
export interface HistoryEntry extends Pick<ConsentChange, 'action' | 'differences' | 'at'> {
  readonly revision: number;
  readonly accountId: string;
}

export interface ConsentSubject {
  readonly id: string;
  readonly matchHashes: readonly string[];
}

export interface NewConsent {
  readonly kind: ConsentKind;
  readonly entityId: string;
  readonly networkId: string | null;
  readonly subject: ConsentSubject;
  readonly legalName: string | null;
  readonly terms: ConsentTerms;
}

/** Records a consent; every furnisher's data may be read under it (design 6). */
export function grantConsent(input: NewConsent, now: Date): ConsentChange {
  const consent: Consent = {
    id: newId(),
    kind: input.kind,
    entityId: input.entityId,
    networkId: input.networkId,
    subjectId: input.subject.id,
    matchHashes: input.subject.matchHashes,
    legalName: input.legalName,
    ...input.terms,
    revokedAt: null,
    grants: [defaultGrant(fieldDefinitionsOf(input.terms.consentedFields), now)],
    createdAt: now,
    revision: 1,
  };
  return { consent, action: 'granted', differences: differenceOf(undefined, consent), at: now };
}

/** Changes the terms; the initial grant follows the consented fields. */
export function amendConsent(
  consent: Consent,
  terms: Partial<ConsentTerms>,
  now: Date,
): ConsentChange {
  const grants =
    terms.consentedFields === undefined
      ? consent.grants
      : followConsent(consent.grants, fieldDefinitionsOf(terms.consentedFields), now);
  requireFewDefinitions(grants);
  return change(consent, 'amended', { ...terms, grants }, now);
}

/**
 * Permits queries to read the data of one furnisher, or of every furnisher, in a time window. Closed
 * grants are kept and count towards the bounds.
 * @throws RESOURCE_CONFLICT when the consent would hold too many grants or field definitions
 */
export function addGrant(consent: Consent, input: GrantInput, now: Date): ConsentChange {
  const grants = [...consent.grants, openGrant(input, now)];
  if (grants.length > BOUNDS.consent.grants) {
    throw conflict('limit_reached', `a consent holds at most ${BOUNDS.consent.grants} grants`);
  }
  requireFewDefinitions(grants);
  return change(consent, 'grant_added', { grants }, now);
}

/** @throws RESOURCE_NOT_FOUND */
export function endGrant(consent: Consent, grantId: string, now: Date): ConsentChange {
  const grant = consent.grants.find(({ id }) => id === grantId);
  if (!grant) throw notFound('not_found', 'grant not found');
  const replace = (other: FieldAccessGrant) => (other === grant ? closeGrant(grant, now) : other);
  const grants = consent.grants.map(replace);
  const closed = grants.find(({ id }) => id === grantId) ?? grant;
  return { ...change(consent, 'grant_closed', { grants }, now), closed };
}

/**
 * Revokes the consent at once, before its expiry (design 6). A repeated revocation changes nothing
 * but publishes the event again: the caller may be retrying because a subscriber had not applied
 * it.
 */
export function revokeConsent(consent: Consent, now: Date): ConsentChange {
  const revoked = {
    ...consent,
    revokedAt: consent.revokedAt ?? now,
    revision: consent.revision + 1,
  };
  return {
    consent: revoked,
    action: 'revoked',
    differences: differenceOf(consent, revoked),
    at: now,
  };
}

/**
 * The consent after the separation of its business: under the new one, or with the keys that the
 * known one keeps. Undefined when that changes nothing.
 */
export function separateConsent(
  consent: Consent,
  { newSubject, isMoved }: { readonly newSubject: ConsentSubject; readonly isMoved: boolean },
  now: Date,
): ConsentChange | undefined {
  const lost = new Set(newSubject.matchHashes);
  const matchHashes = isMoved
    ? newSubject.matchHashes
    : consent.matchHashes.filter((hash) => !lost.has(hash));
  if (!isMoved && matchHashes.length === consent.matchHashes.length) return undefined;
  const subjectId = isMoved ? newSubject.id : consent.subjectId;
  const changed = { ...consent, subjectId, matchHashes, revision: consent.revision + 1 };
  return {
    consent: changed,
    action: 'separated',
    differences: differenceOf(consent, changed),
    at: now,
  };
}

/** Notes in a change that the institution had moved its clock. */
export function withClock(
  change: ConsentChange,
  { clock_offset_seconds: offset = 0 }: Pick<Principal, 'clock_offset_seconds'>,
): ConsentChange {
  if (offset === 0) return change;
  const clock_offset_seconds = { from: null, to: offset };
  const differences = { ...change.differences, clock_offset_seconds };
  return { ...change, differences, clockOffsetSeconds: offset };
}

function requireFewDefinitions(grants: readonly FieldAccessGrant[]): void {
  const { fieldDefinitions: most } = BOUNDS.consent;
  const count = grants.reduce((sum, grant) => sum + grant.fieldDefinitions.length, 0);
  if (count > most) {
    throw conflict(
      'limit_reached',
      `the grants of a consent hold at most ${most} field definitions together, not ${count}`,
    );
  }
}

/** @throws RESOURCE_CONFLICT when the consent is revoked or expired; both are final */
export function requireActive(consent: Consent, now: Date): void {
  const status = statusOf(consent, now);
  if (status !== 'active') {
    throw conflict('consent_ended', `the consent is ${status}: record a new consent`);
  }
}

/** @throws RESOURCE_CONFLICT as `requireActive` */
function change(
  consent: Consent,
  action: ConsentAction,
  members: Partial<Consent>,
  at: Date,
): ConsentChange {
  requireActive(consent, at);
  const changed = { ...consent, ...members, revision: consent.revision + 1 };
  return { consent: changed, action, differences: differenceOf(consent, changed), at };
}
