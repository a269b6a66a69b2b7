import { kybCertificate } from '@ndx/catalog';
import type { SandboxConsent } from '@ndx/client/sandbox';
import { SANDBOX_FAULT_IDENTIFIERS } from '@ndx/contracts';
import type { ApiAnswer } from '../network/api-client.js';
import type { SandboxConsents } from './fill-sandbox.js';
import type { Outcome } from './outcome.js';
import type { SandboxParties } from './sandbox-parties.js';

/** Queries with a fault use the consent of this outcome. */
const USUAL = 'all-sections';

/** Sends the request of an outcome as the querying institution; the answer, whatever its status. */
export function causeOutcome(
  { querier, networkId, furnisherIds }: SandboxParties,
  consents: SandboxConsents,
  policies: ReadonlyMap<string, string>,
  { name, request, query = {} }: Outcome,
): Promise<ApiAnswer> {
  const { policy, furnisher, fault, businessId, businessOf, body } = query;
  const consent = consents.get(fault ? USUAL : name);
  if (request === 'amend') {
    return querier.put(`/v1/consent/business/${consent?.consentId ?? ''}`, { scope: '*' });
  }
  return querier.post(kybCertificate.queryPath, {
    network_ids: [networkId],
    ...(body ?? identified(consent, businessId)),
    ...(businessOf !== undefined && { business_id: consents.get(businessOf)?.businessId }),
    ...(policy !== undefined && { policy_id: policies.get(policy) }),
    ...(furnisher && { furnishing_entity_ids: [furnisherIds[furnisher]] }),
    ...(fault && { consumer_id: SANDBOX_FAULT_IDENTIFIERS[fault].consumer_id }),
  });
}

/** The consent, or the business where the outcome has no consent. */
function identified(
  consent: SandboxConsent | undefined,
  businessId = consent?.consentId === null ? consent.businessId : undefined,
) {
  return businessId === undefined
    ? { consent_id: consent?.consentId }
    : { business_id: businessId };
}
