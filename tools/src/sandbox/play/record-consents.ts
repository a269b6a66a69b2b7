import { setTimeout as pause } from 'node:timers/promises';
import { EVERY_FURNISHER } from '@ndx/contracts';
import type { PolicyTest, TestedConsent } from '@ndx/product-query/policy-test';
import { succeed } from '../../network/expect-answer.js';
import { accepted } from './accepted.js';
import { movedTime } from './played-facts.js';
import { identified, type PlayedNetwork } from './played-network.js';

const CONSENTS = '/v1/consent/business';

const pathIn = ({ consent }: PlayedNetwork) => consent?.path ?? CONSENTS;

/** Time until a consent that shall have expired expires. */
const EXPIRES_IN_MS = 2_000;
const YEAR_MS = 365 * 86_400_000;

/** A consent of a test as it is recorded. */
export interface PlayedConsent {
  /** The name in the test. */
  readonly name: string | undefined;
  readonly id: string;
  readonly businessId: string;
  /** Whether it expires before the query. */
  readonly expires: boolean;
}

/**
 * Records the consents of a test in their order, with the grants that are in force at its query.
 * @throws UnplayableError with the reason for which a consent is rejected
 */
export async function recordConsents(
  network: PlayedNetwork,
  test: PolicyTest,
): Promise<PlayedConsent[]> {
  const recorded: PlayedConsent[] = [];
  for (const [index, consent] of (test.consents ?? []).entries()) {
    recorded.push(await recordConsent(network, test.at, consent, `consents[${index}]`));
  }
  return recorded;
}

/** Waits until the consents that expire before the query have expired. */
export async function untilExpired(
  network: PlayedNetwork,
  consents: readonly PlayedConsent[],
): Promise<void> {
  for (const { id } of consents.filter(({ expires }) => expires)) {
    const path = `${pathIn(network)}/${id}?network_id=${network.networkId}`;
    while ((await succeed(network.parties.querier.get(path)))['status'] === 'active')
      await pause(200);
  }
}

async function recordConsent(
  network: PlayedNetwork,
  at: string,
  consent: TestedConsent,
  member: string,
): Promise<PlayedConsent> {
  const { querier } = network.parties;
  const { revoked_at: revoked } = consent;
  const expires_at = consent.expires_at ?? new Date(Date.parse(at) + YEAR_MS).toISOString();
  const path = pathIn(network);
  const kind = path.endsWith('consumer') ? 'consumer' : 'business';
  const request = {
    network_id: network.networkId,
    [`did_gather_consent_from_${kind}_prior`]: true,
    [`${kind}_consent_identity`]: identified(network, consent.business_consent_identity),
    scope: consent.scope ?? '*',
    consented_fields: consent.consented_fields ?? '*',
    expires_at: expiryOf(expires_at, network.shiftMs),
  };
  const body = await accepted(member, querier.post(path, request));
  const [id, businessId] = [String(body['consent_id']), String(body['business_id'])];
  if (consent.field_access_grants) {
    const [initial] = body['field_access_grants'] as readonly { readonly grant_id: string }[];
    await succeed(querier.delete(`${path}/${id}/grants/${initial?.grant_id ?? ''}`));
    await addGrants(network, id, grantsInForce(consent, at), member);
  }
  if (typeof revoked === 'string' && !isAfter(revoked, at)) {
    await succeed(querier.post(`${path}/${id}/revoke`, undefined));
  }
  return { name: consent.consent_id, id, businessId, expires: !isAfter(expires_at, at) };
}

/** A consent is recorded before it expires, however long before the query it did in the test. */
function expiryOf(expiresAt: string, shiftMs: number): string {
  const moved = Date.parse(movedTime(expiresAt, shiftMs));
  return new Date(Math.max(moved, Date.now() + EXPIRES_IN_MS)).toISOString();
}

type Grants = NonNullable<TestedConsent['field_access_grants']>;

function grantsInForce({ field_access_grants: grants = [] }: TestedConsent, at: string): Grants {
  return grants.filter(
    ({ effective_from: from = at, effective_to: to = null }) =>
      !isAfter(from, at) && (to === null || isAfter(to, at)),
  );
}

async function addGrants(
  network: PlayedNetwork,
  consentId: string,
  grants: Grants,
  member: string,
): Promise<void> {
  for (const [index, { furnishing_entity_id: name, field_definitions }] of grants.entries()) {
    const furnishing_entity_id = name === EVERY_FURNISHER ? name : network.institutions.idOf(name);
    await accepted(
      `${member}.field_access_grants[${index}]`,
      network.parties.querier.post(`${pathIn(network)}/${consentId}/grants`, {
        furnishing_entity_id,
        field_definitions,
      }),
    );
  }
}

function isAfter(time: string, other: string): boolean {
  return Date.parse(time) > Date.parse(other);
}
