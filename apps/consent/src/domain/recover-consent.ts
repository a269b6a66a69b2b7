import { parseConsentedFields, parseScope } from '@ndx/catalog';
import type { ConsentState } from '@ndx/contracts';
import type { Consent } from './consent.js';
import type { ConsentChange } from './consent-change.js';
import type { FieldAccessGrant } from './field-access-grant.js';
import { differenceOf } from './history.js';

/** The state that a subscriber's read model holds. */
export interface ReplicatedConsent {
  readonly revision: number;
  readonly state: Partial<ConsentState>;
  /** Whether the owner changed the consent after the change that the read model has. */
  readonly isOlder: boolean;
}

/**
 * Merges a consent with a read model whose acknowledged changes were lost with the database. Each
 * member gets the narrower value, so that nothing that was revoked is permitted again.
 */
export function recoverConsent(
  consent: Consent,
  readModel: ReplicatedConsent,
  now: Date,
): ConsentChange {
  const { state } = readModel;
  const recovered: Consent = {
    ...consent,
    revokedAt: consent.revokedAt ?? (state.revoked_at ? new Date(state.revoked_at) : null),
    expiresAt: earlier(consent.expiresAt, state.expires_at) ?? consent.expiresAt,
    scope: narrower(parseScope, ' ', consent.scope, state.scope, readModel),
    consentedFields: narrower(
      parseConsentedFields,
      ',',
      consent.consentedFields,
      state.consented_fields,
      readModel,
    ),
    grants: consent.grants.map((grant) => narrowedGrant(grant, state, now)),
    revision: Math.max(consent.revision, readModel.revision) + 1,
  };
  return {
    consent: recovered,
    action: recovered.revokedAt ? 'revoked' : 'amended',
    differences: differenceOf(consent, recovered),
    at: now,
  };
}

/** Values without an overlap: the later one holds, because a consent to nothing is invalid. */
function narrower(
  parse: (text: string) => readonly string[],
  separator: string,
  own: string,
  replicated: string | undefined,
  { isOlder }: ReplicatedConsent,
): string {
  if (replicated === undefined) return own;
  const common = intersection(parse(own), parse(replicated));
  if (common.length > 0) return common.join(separator);
  return isOlder ? own : replicated;
}

/**
 * A grant that the read model does not have is newer than the read model: closed grants are never
 * removed.
 */
function narrowedGrant(
  grant: FieldAccessGrant,
  { field_access_grants = [] }: Partial<ConsentState>,
  now: Date,
): FieldAccessGrant {
  const replicated = field_access_grants.find(({ grant_id }) => grant_id === grant.id);
  if (!replicated) return grant;
  const fieldDefinitions = intersection(grant.fieldDefinitions, replicated.field_definitions);
  const effectiveTo = earlier(grant.effectiveTo, replicated.effective_to);
  if (fieldDefinitions.length > 0) return { ...grant, fieldDefinitions, effectiveTo };
  return { ...grant, effectiveTo: earlier(effectiveTo, now.toISOString()) };
}

function earlier(own: Date | null, replicated: string | null | undefined): Date | null {
  const other = replicated ? new Date(replicated) : null;
  if (own === null || other === null) return own ?? other;
  return own < other ? own : other;
}

/** The names in both lists; `*` covers every name, `model.*` every field of the model. */
function intersection(one: readonly string[], other: readonly string[]): string[] {
  const within = (names: readonly string[], list: readonly string[]) =>
    names.filter((name) => list.some((wider) => covers(wider, name)));
  return [...new Set([...within(one, other), ...within(other, one)])];
}

function covers(wider: string, name: string): boolean {
  if (wider === '*' || wider === name) return true;
  return wider.endsWith('.*') && name.startsWith(wider.slice(0, -1));
}
