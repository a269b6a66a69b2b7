import { setTimeout as pause } from 'node:timers/promises';
import type { ApiClient } from '../network/api-client.js';
import { listAll, succeed } from '../network/expect-answer.js';
import type { Outcome } from './outcome.js';
import { OUTCOMES } from './outcomes.js';
import { identityOf, legalNameOf } from './sandbox-records.js';
import type { SandboxParties } from './sandbox-parties.js';

export const CONSENTS = '/v1/consent/business';
/** Time until a consent that shall have expired expires. */
export const EXPIRES_IN_MS = 2_000;

/** The consent and the business of each outcome that has one, by the outcome's name. */
export type SandboxConsents = ReadonlyMap<
  string,
  { readonly consentId?: string; readonly businessId: string }
>;

interface Consent {
  readonly consent_id: string;
  readonly business_id: string;
  readonly status: string;
  readonly field_access_grants: readonly {
    readonly grant_id: string;
    readonly effective_to: string;
  }[];
}

/**
 * Records the consent of each outcome unless the querying institution has it, and ends it as the
 * outcome demands. An expired consent is replaced.
 */
export async function ensureConsents(parties: SandboxParties): Promise<SandboxConsents> {
  const { querier, networkId } = parties;
  const list = await listAll(querier, `${CONSENTS}?network_id=${networkId}&`);
  const known = new Map(list.map(consentOf).map((consent) => [consent.business_id, consent]));
  const consents = new Map<string, { consentId?: string; businessId: string }>();
  for (const outcome of OUTCOMES.filter(({ registration }) => registration !== undefined)) {
    const businessId = await businessOf(parties, outcome);
    if (outcome.consent === null) {
      if (businessId === undefined) throw new Error(`the network has no ${outcome.name}`);
      consents.set(outcome.name, { businessId });
      continue;
    }
    const latest = businessId === undefined ? undefined : known.get(businessId);
    const isUsable = latest?.status !== 'expired' || outcome.ending === 'expire';
    const consent = latest && isUsable ? latest : await record(parties, outcome);
    await end(parties, outcome, consent);
    consents.set(outcome.name, {
      consentId: consent.consent_id,
      businessId: consent.business_id,
    });
  }
  return consents;
}

/** The business of an outcome, if the network has it. */
async function businessOf({ querier, networkId }: SandboxParties, outcome: Outcome) {
  const name = encodeURIComponent(legalNameOf(outcome));
  const path = `/v1/entities/business/search?network_id=${networkId}&business_legal_name=${name}`;
  const found: unknown = await succeed(querier.get(path));
  const businesses = found as readonly {
    readonly id: string;
    readonly business_legal_name: string;
  }[];
  return businesses.find(({ business_legal_name: known }) => known === legalNameOf(outcome))?.id;
}

async function record({ querier, networkId }: SandboxParties, outcome: Outcome): Promise<Consent> {
  const consent = await succeed(
    querier.post(CONSENTS, {
      network_id: networkId,
      did_gather_consent_from_business_prior: true,
      business_consent_identity: identityOf(outcome),
      ...outcome.consent,
      ...(outcome.ending === 'expire' && {
        expires_at: new Date((await timeOf(querier)) + EXPIRES_IN_MS).toISOString(),
      }),
    }),
  );
  return consentOf(consent);
}

/** The time of an institution, which may have moved its clock (decision 0085). */
async function timeOf(institution: ApiClient): Promise<number> {
  const { now } = await succeed(institution.get('/v1/sandbox/clock'));
  return Date.parse(String(now));
}

function consentOf(body: Readonly<Record<string, unknown>>): Consent {
  return {
    consent_id: body['consent_id'] as string,
    business_id: body['business_id'] as string,
    status: body['status'] as string,
    field_access_grants: body['field_access_grants'] as Consent['field_access_grants'],
  };
}

/** A grant without an end shows the latest possible one. */
function isOpen({ effective_to: end }: { readonly effective_to: string }): boolean {
  return end.startsWith('9999');
}

async function end(
  { querier, networkId }: SandboxParties,
  { ending }: Outcome,
  { consent_id: id, status, field_access_grants: grants }: Consent,
): Promise<void> {
  const path = `${CONSENTS}/${id}`;
  if (ending === 'revoke' && status !== 'revoked') {
    await succeed(querier.post(`${path}/revoke`, undefined));
  }
  if (ending === 'close_grants') {
    for (const { grant_id: grantId } of grants.filter(isOpen)) {
      await succeed(querier.delete(`${path}/grants/${grantId}`));
    }
  }
  if (ending === 'expire') await untilEnded(querier, networkId, id);
}

/** Waits until a consent has expired or is revoked. */
export async function untilEnded(
  querier: ApiClient,
  networkId: string,
  consentId: string,
): Promise<void> {
  const path = `${CONSENTS}/${consentId}?network_id=${networkId}`;
  while ((await succeed(querier.get(path)))['status'] === 'active') await pause(200);
}
