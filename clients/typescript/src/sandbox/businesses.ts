import type { FurnishedBusinessIdentity } from '../generated/types.gen.js';

/** Terms of a consent, as `recordBusinessConsent` accepts them. */
export interface SandboxTerms {
  /** The sections that the consent covers. */
  readonly scope?: string;
  /** The fields that it covers. */
  readonly consented_fields?: string;
}

/** A business of the network `Sandbox outcomes`, and the consent that causes its outcome. */
export interface SandboxBusiness {
  /** In `US-DE`. */
  readonly registration: string;
  /** Terms of the consent; absent: everything; null: the outcome has no consent. */
  readonly consent?: SandboxTerms | null;
  /** The action that ends the consent. */
  readonly ending?: 'expire' | 'revoke' | 'close_grants';
}

const businesses = {
  'all-sections': { registration: '8800001' },
  partial: { registration: '8800002' },
  'no-record': { registration: '8800003' },
  'consent-scope': {
    registration: '8800004',
    consent: { consented_fields: 'business_ownership_control_verification.*' },
  },
  'grant-closed': { registration: '8800005', ending: 'close_grants' },
  'furnisher-not-requested': { registration: '8800006' },
  'furnisher-left': { registration: '8800024' },
  'not-enabled': { registration: '8800007' },
  'source-not-accepted': { registration: '8800008' },
  'attestation-missing': { registration: '8800009' },
  'too-old': { registration: '8800010' },
  'value-not-accepted': { registration: '8800011' },
  'nothing-readable': {
    registration: '8800012',
    consent: { consented_fields: 'business_identity_verification.business_entity_type' },
  },
  'required-field-missing': { registration: '8800013' },
  'name-differs': { registration: '8800019' },
  disputed: { registration: '8800025' },
  'required-section-missing': { registration: '8800014' },
  'consent-expired': { registration: '8800015', ending: 'expire' },
  'consent-revoked': { registration: '8800016', ending: 'revoke' },
  'consent-out-of-scope': {
    registration: '8800017',
    consent: { scope: 'business_identity_verification' },
  },
  'consent-required': { registration: '8800020', consent: null },
  'subject-mismatch': { registration: '8800021' },
  'policy-draft': { registration: '8800022' },
  'policy-mismatch': { registration: '8800023' },
  conflict: { registration: '8800018', ending: 'revoke' },
} as const satisfies Readonly<Record<string, SandboxBusiness>>;

/** An outcome that has a business of its own. */
export type SandboxOutcome = keyof typeof businesses;

/** The businesses by the name of their outcome. */
export const SANDBOX_BUSINESSES: Readonly<Record<SandboxOutcome, SandboxBusiness>> = businesses;

/** The names of the outcomes, in the order of the guide. */
export const SANDBOX_OUTCOMES = Object.keys(businesses) as readonly SandboxOutcome[];

/** The legal name of an outcome's business: `Sandbox Too Old LLC`. */
export function sandboxName(outcome: string): string {
  const words = outcome.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `Sandbox ${words.join(' ')} LLC`;
}

/** The identity of an outcome's business, for a consent or a record. */
export function sandboxIdentity(outcome: SandboxOutcome): FurnishedBusinessIdentity {
  return {
    business_legal_name: sandboxName(outcome),
    business_dba_name: sandboxName(outcome).replace(' LLC', ''),
    business_jurisdiction_of_formation: 'US-DE',
    business_registration_identifier_from_jurisdiction_of_formation:
      SANDBOX_BUSINESSES[outcome].registration,
    business_website_url: `https://${outcome}.sandbox.example`,
  };
}
