/** Builders of valid KYB records; a test overrides the member that it is about. */

const DAY_MS = 86_400_000;

export const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

export const anIdentity = (registration: string | number = 'C-1001') => ({
  business_legal_name: 'Northwind Coffee LLC',
  business_jurisdiction_of_formation: 'US-DE',
  business_registration_identifier_from_jurisdiction_of_formation: registration,
  business_tax_identifier_type: 'EIN',
  business_tax_identifier_value: '12-3456789',
});

export const anIdentitySection = (data: object = {}, performedAt: unknown = daysAgo(1)) => ({
  assertions: {
    business_identity_verification_assertion: true,
    business_identity_verification_performed_timestamp: performedAt,
  },
  data: { business_dba_name: 'Northwind', ...data },
});

export const aRecord = (changes: object = {}) => ({
  business_identity: anIdentity(),
  business_identity_verification: anIdentitySection(),
  ...changes,
});
