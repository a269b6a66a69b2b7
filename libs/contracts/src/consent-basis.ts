/** The purpose of a query without a recorded consent (design 6). */
export const PERMISSIBLE_PURPOSE_HEADER = 'x-permissible-purpose';

/**
 * The purposes of queries, each with its legal basis. A querying policy may restrict them. Written
 * instructions of the consumer (15 USC 1681b(a)(2)) are a consent, and are recorded as one.
 */
export const PERMISSIBLE_PURPOSE_BASES = {
  court_order: '15 USC 1681b(a)(1): order of a court or a federal grand jury subpoena',
  credit_transaction: '15 USC 1681b(a)(3)(A): extension of credit that the consumer asked for',
  account_collection: '15 USC 1681b(a)(3)(A): collection of an account of the consumer',
  employment: '15 USC 1681b(a)(3)(B): employment',
  insurance_underwriting: '15 USC 1681b(a)(3)(C): underwriting of insurance',
  government_benefit: '15 USC 1681b(a)(3)(D): eligibility for a licence or a benefit',
  credit_risk_valuation: '15 USC 1681b(a)(3)(E): valuation of an existing credit obligation',
  consumer_initiated_transaction:
    '15 USC 1681b(a)(3)(F)(i): a business transaction that the consumer initiated',
  account_review: '15 USC 1681b(a)(3)(F)(ii): review of an account of the consumer',
  child_support: '15 USC 1681b(a)(4) and (5): child support',
  customer_due_diligence: '31 CFR 1010.230 and 1020.220: identification of a customer',
} as const;

export type PermissiblePurpose = keyof typeof PERMISSIBLE_PURPOSE_BASES;

export const PERMISSIBLE_PURPOSES = Object.keys(
  PERMISSIBLE_PURPOSE_BASES,
) as readonly PermissiblePurpose[];

/**
 * The consent requirement of a querying policy: `required` is an active recorded consent;
 * `permissible_purpose` is such a consent or a named purpose.
 */
export const CONSENT_DEMANDS = ['required', 'permissible_purpose'] as const;

export type ConsentDemand = (typeof CONSENT_DEMANDS)[number];

/** The default when a policy does not set it (design 6). */
export const DEFAULT_CONSENT_DEMANDS = {
  consumer: 'required',
  business: 'permissible_purpose',
} as const satisfies Record<string, ConsentDemand>;
