import { kybCertificate } from '@ndx/catalog';
import { stableId } from '@ndx/contracts';
import { expect, test } from '@jest/globals';
import { certificateBody } from './certificate-body.js';
import { consentedAccess } from '../consent/consented-access.js';
import {
  aCandidate,
  aPolicy,
  FURNISHER,
  id,
  NETWORK,
  NOW,
  OTHER_NETWORK,
} from '../../testing/builders.js';

const BUILT_IN = stableId('built-in-policy', kybCertificate.slug);

test('a certificate names each network with its policy, version, consent and time, and the business as furnished', () => {
  const candidate = aCandidate({
    statedBusiness: JSON.stringify({
      business_legal_name: 'Real Name LLC',
      business_jurisdiction_of_formation: 'US-DE',
      business_registration_identifier: '5551234',
    }),
  });
  const rules = {
    policy: aPolicy(),
    consent: undefined,
    accessTo: consentedAccess(undefined, NOW),
  };
  const head = {
    ...{ businessId: id(1), certificateId: id(2), queryEventId: id(3), consentId: id(70) },
    permissiblePurpose: 'account_review' as const,
    networks: [
      { networkId: OTHER_NETWORK, policyId: null, policyVersion: null },
      { networkId: NETWORK, policyId: id(50), policyVersion: 2 },
    ],
    issuedAt: NOW,
  };
  const section = { candidate, text: candidate.text, rules, disputes: [] };
  const assembly = new Map([[candidate.model, section]]);
  expect(JSON.parse(certificateBody(kybCertificate, head, assembly))).toMatchObject({
    result: {
      meta: {
        network_id: OTHER_NETWORK,
        policy_id: BUILT_IN,
        networks: [
          { network_id: OTHER_NETWORK, policy_id: BUILT_IN, policy_version: null },
          { network_id: NETWORK, policy_id: id(50), policy_version: 2 },
        ],
        business: {
          business_legal_name: 'Real Name LLC',
          furnishing_entity_id: FURNISHER,
          other_legal_names: [],
          registrations: [
            {
              business_jurisdiction_of_formation: 'US-DE',
              business_registration_identifier: '5551234',
              furnishing_entity_id: FURNISHER,
            },
          ],
        },
        consent_id: id(70),
        permissible_purpose: 'account_review',
        issued_at: new Date(NOW).toISOString(),
      },
    },
  });
});
