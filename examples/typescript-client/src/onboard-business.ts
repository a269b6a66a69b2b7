import { setTimeout as sleep } from 'node:timers/promises';
import type { components } from './network-api.js';
import { resultOf, type NetworkClient } from './network-client.js';

export type Certificate = components['schemas']['KybCertificate'];

/** The business that is onboarded, as both institutions name it. */
export interface Business {
  readonly business_legal_name: string;
  readonly business_jurisdiction_of_formation: string;
  readonly business_registration_identifier_from_jurisdiction_of_formation: string;
}

/** One institution furnishes what it verified about a business. */
export async function furnishVerification(
  furnisher: NetworkClient,
  networkId: string,
  business: Business,
): Promise<void> {
  const submission = resultOf(
    await furnisher.POST('/v1/products/kyb_certificate/furnish', {
      body: {
        network_id: networkId,
        records: [
          {
            business_identity: business,
            business_identity_verification: {
              assertions: {
                business_identity_verification_assertion: true,
                business_identity_verification_performed_timestamp: new Date().toISOString(),
              },
              data: { business_entity_type: 'limited_liability_company' },
            },
          },
        ],
      },
    }),
  );
  if (!submission?.success) throw new Error(`not furnished: ${JSON.stringify(submission)}`);
}

/** Another records the consent of the business; its id is what queries are asked with. */
export async function recordConsent(
  querier: NetworkClient,
  networkId: string,
  business: Business,
): Promise<string> {
  const consent = resultOf(
    await querier.POST('/v1/consent/business', {
      body: {
        network_id: networkId,
        did_gather_consent_from_business_prior: true,
        business_consent_identity: business,
        scope: 'kyb_certificate',
      },
    }),
  );
  if (!consent) throw new Error('a consent was recorded without an answer');
  return consent.consent_id;
}

/**
 * The certificate of the business. Furnished data takes up to a second to become queryable, so a query
 * without a result is asked again, a few times: each one is billed.
 */
export async function queryCertificate(
  querier: NetworkClient,
  networkId: string,
  consentId: string,
): Promise<Certificate> {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const certificate = resultOf(
      await querier.POST('/v1/products/kyb_certificate/query', {
        body: { network_ids: [networkId], consent_id: consentId },
      }),
    );
    if (certificate) return certificate;
    await sleep(attempt * 500);
  }
  throw new Error('the network has no certificate of this business');
}
