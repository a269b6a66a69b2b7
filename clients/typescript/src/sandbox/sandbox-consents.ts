import type { NdxClient } from '../client.js';
import type { BusinessConsent } from '../generated/types.gen.js';
import { pause } from '../http/pause.js';
import { eachItem } from '../paging.js';
import {
  SANDBOX_BUSINESSES,
  SANDBOX_OUTCOMES,
  sandboxIdentity,
  sandboxName,
  type SandboxBusiness,
  type SandboxOutcome,
} from './businesses.js';

/** Milliseconds until a consent that shall have expired expires. */
const EXPIRES_IN_MS = 2_000;
const POLL_MS = 200;

/** What an institution sends to cause an outcome. */
export interface SandboxConsent {
  /** The name of the outcome. */
  readonly outcome: SandboxOutcome;
  /** Null where the outcome has no consent: send the business. */
  readonly consentId: string | null;
  /** The id of the outcome's business. */
  readonly businessId: string;
}

/**
 * Records the institution's consent for each outcome of docs/sandbox.md, and ends it where the outcome
 * needs that. A consent that exists is kept, and an expired one replaced, so it can run at any time.
 * @param networkId the network `Sandbox outcomes`, in which the institution is a querier
 * @throws NdxError, NdxConnectionError; Error when the operator has not filled the network
 */
export async function recordSandboxConsents(
  ndx: NdxClient,
  networkId: string,
): Promise<SandboxConsent[]> {
  const known = await latestConsents(ndx, networkId);
  const consents: SandboxConsent[] = [];
  for (const outcome of SANDBOX_OUTCOMES) {
    const { consent: terms, ending } = SANDBOX_BUSINESSES[outcome];
    const businessId = await businessOf(ndx, networkId, outcome);
    if (terms === null) {
      if (businessId === undefined) {
        throw new Error(`the network has no ${sandboxName(outcome)}: its operator must fill it`);
      }
      consents.push({ outcome, consentId: null, businessId });
      continue;
    }
    const latest = businessId === undefined ? undefined : known.get(businessId);
    const isUsable = latest?.status !== 'expired' || ending === 'expire';
    const consent = latest && isUsable ? latest : await record(ndx, networkId, outcome);
    await end(ndx, networkId, consent, ending);
    consents.push({ outcome, consentId: consent.consent_id, businessId: consent.business_id });
  }
  return consents;
}

/** The last recorded consent for each business. */
async function latestConsents(ndx: NdxClient, network_id: string) {
  const list = (request: { readonly query: { network_id: string; cursor?: string } }) =>
    ndx.listBusinessConsents(request);
  const latest = new Map<string, BusinessConsent>();
  for await (const consent of eachItem(list, { query: { network_id } })) {
    latest.set(consent.business_id, consent);
  }
  return latest;
}

/** The business of an outcome, if the network has it. */
async function businessOf(ndx: NdxClient, network_id: string, outcome: SandboxOutcome) {
  const name = sandboxName(outcome);
  const { data } = await ndx.searchBusinesses({ query: { network_id, business_legal_name: name } });
  return data.find(({ business_legal_name }) => business_legal_name === name)?.id;
}

async function record(
  ndx: NdxClient,
  network_id: string,
  outcome: SandboxOutcome,
): Promise<BusinessConsent> {
  const { consent, ending } = SANDBOX_BUSINESSES[outcome];
  const { data } = await ndx.recordBusinessConsent({
    body: {
      network_id,
      did_gather_consent_from_business_prior: true,
      business_consent_identity: sandboxIdentity(outcome),
      ...consent,
      ...(ending === 'expire' && { expires_at: await soon(ndx) }),
    },
  });
  return data;
}

/** By the clock of the institution, which may have moved it. */
async function soon(ndx: NdxClient): Promise<string> {
  const { data } = await ndx.readSandboxClock();
  return new Date(Date.parse(data.now) + EXPIRES_IN_MS).toISOString();
}

async function end(
  ndx: NdxClient,
  network_id: string,
  { consent_id, status, field_access_grants: grants }: BusinessConsent,
  ending: SandboxBusiness['ending'],
): Promise<void> {
  if (ending === 'revoke' && status !== 'revoked') {
    await ndx.revokeBusinessConsent({ path: { consent_id } });
  }
  if (ending === 'close_grants') {
    for (const { grant_id } of grants.filter(isOpen)) {
      await ndx.closeGrantOfBusinessConsent({ path: { consent_id, grant_id } });
    }
  }
  if (ending === 'expire') {
    const read = () => ndx.readBusinessConsent({ path: { consent_id }, query: { network_id } });
    while ((await read()).data.status === 'active') await pause(POLL_MS);
  }
}

/** A grant without an end shows the latest possible one. */
function isOpen({ effective_to: end }: { readonly effective_to: string }): boolean {
  return end.startsWith('9999');
}
