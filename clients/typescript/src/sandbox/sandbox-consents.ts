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

/** A consent that shall expire does so while the others are recorded. */
const LONGEST_FIRST = SANDBOX_OUTCOMES.toSorted(
  (one, other) => Number(doesExpire(other)) - Number(doesExpire(one)),
);

/** How `recordSandboxConsents` runs. */
export interface SandboxConsentsOptions {
  /** Aborts the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** The network of the outcomes, as an institution calls it. */
interface Calls {
  readonly ndx: NdxClient;
  readonly network_id: string;
  readonly options: SandboxConsentsOptions;
}

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
 * @param options the signal that ends it, also while a consent expires
 * @throws NdxError, NdxConnectionError; Error when the operator has not filled the network; the reason
 *   of the signal when it is aborted
 */
export async function recordSandboxConsents(
  ndx: NdxClient,
  networkId: string,
  options: SandboxConsentsOptions = {},
): Promise<SandboxConsent[]> {
  const calls = { ndx, network_id: networkId, options };
  const known = await latestConsents(calls);
  const consents = new Map<SandboxOutcome, SandboxConsent>();
  const expiring: BusinessConsent[] = [];
  for (const outcome of LONGEST_FIRST) {
    const { consent: terms, ending } = SANDBOX_BUSINESSES[outcome];
    const isSearched = terms === null || known.size > 0;
    const businessId = isSearched ? await businessOf(calls, outcome) : undefined;
    if (terms === null) {
      if (businessId === undefined) {
        throw new Error(`the network has no ${sandboxName(outcome)}: its operator must fill it`);
      }
      consents.set(outcome, { outcome, consentId: null, businessId });
      continue;
    }
    const latest = businessId === undefined ? undefined : known.get(businessId);
    const isUsable = latest?.status !== 'expired' || doesExpire(outcome);
    const consent = latest && isUsable ? latest : await record(calls, outcome);
    if (doesExpire(outcome)) expiring.push(consent);
    else await end(calls, consent, ending);
    const { consent_id: consentId, business_id } = consent;
    consents.set(outcome, { outcome, consentId, businessId: business_id });
  }
  for (const consent of expiring) await untilExpired(calls, consent);
  return SANDBOX_OUTCOMES.flatMap((outcome) => consents.get(outcome) ?? []);
}

function doesExpire(outcome: SandboxOutcome): boolean {
  return SANDBOX_BUSINESSES[outcome].ending === 'expire';
}

/** The last recorded consent for each business. */
async function latestConsents({ ndx, network_id, options }: Calls) {
  const list = (request: { readonly query: { network_id: string; cursor?: string } }) =>
    ndx.listBusinessConsents({ ...request, ...options });
  const latest = new Map<string, BusinessConsent>();
  for await (const consent of eachItem(list, { query: { network_id } })) {
    latest.set(consent.business_id, consent);
  }
  return latest;
}

/** The business of an outcome, if the network has it. */
async function businessOf({ ndx, network_id, options }: Calls, outcome: SandboxOutcome) {
  const name = sandboxName(outcome);
  const query = { network_id, business_legal_name: name };
  const { data } = await ndx.searchBusinesses({ query, ...options });
  return data.find(({ business_legal_name }) => business_legal_name === name)?.id;
}

async function record(calls: Calls, outcome: SandboxOutcome): Promise<BusinessConsent> {
  const { ndx, network_id, options } = calls;
  const { consent } = SANDBOX_BUSINESSES[outcome];
  const { data } = await ndx.recordBusinessConsent({
    body: {
      network_id,
      did_gather_consent_from_business_prior: true,
      business_consent_identity: sandboxIdentity(outcome),
      ...consent,
      ...(doesExpire(outcome) && { expires_at: await soon(calls) }),
    },
    ...options,
  });
  return data;
}

/** By the clock of the institution, which may have moved it. */
async function soon({ ndx, options }: Calls): Promise<string> {
  const { data } = await ndx.readSandboxClock(options);
  return new Date(Date.parse(data.now) + EXPIRES_IN_MS).toISOString();
}

async function end(
  { ndx, options }: Calls,
  { consent_id, status, field_access_grants: grants }: BusinessConsent,
  ending: SandboxBusiness['ending'],
): Promise<void> {
  if (ending === 'revoke' && status !== 'revoked') {
    await ndx.revokeBusinessConsent({ path: { consent_id }, ...options });
  }
  if (ending === 'close_grants') {
    for (const { grant_id } of grants.filter(isOpen)) {
      await ndx.closeGrantOfBusinessConsent({ path: { consent_id, grant_id }, ...options });
    }
  }
}

async function untilExpired(
  { ndx, network_id, options }: Calls,
  { consent_id }: BusinessConsent,
): Promise<void> {
  const request = { path: { consent_id }, query: { network_id }, ...options };
  const read = () => ndx.readBusinessConsent(request);
  while ((await read()).data.status === 'active') await pause(POLL_MS, options.signal);
}

/** A grant without an end shows the latest possible one. */
function isOpen({ effective_to: end }: { readonly effective_to: string }): boolean {
  return end.startsWith('9999');
}
