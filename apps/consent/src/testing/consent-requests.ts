import { aSocialSecurityNumber } from '@ndx/testing';

export const CONSUMER = '/v1/consent/consumer';
export const BUSINESS = '/v1/consent/business';

export const aSsn = () => String(aSocialSecurityNumber());

/** A valid consumer consent; tests override single members. */
export function consumerRequest(networkId: string, change: object = {}) {
  return {
    network_id: networkId,
    did_gather_consent_from_consumer_prior: true,
    consumer_consent_identity: consumerIdentity(),
    ...change,
  };
}

export function consumerIdentity(change: object = {}) {
  return {
    date_of_birth: '1990-01-15T00:00:00Z',
    first_name: 'Ada',
    last_name: 'Example',
    personal_email: 'ada@mail.example',
    phone_number: '+1 212 555 0100',
    social_security_number: aSsn(),
    ...change,
  };
}

/** A valid business consent for every network of the querier. */
export function businessRequest(change: object = {}) {
  return {
    did_gather_consent_from_business_prior: true,
    business_consent_identity: {
      business_legal_name: 'Example Hardware LLC',
      business_jurisdiction_of_formation: 'US-DE',
      business_registration_identifier_from_jurisdiction_of_formation: aSsn(),
    },
    ...change,
  };
}
