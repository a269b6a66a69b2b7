import type { QueryPurpose } from '@ndx/client';
import { inWords } from '../parts/words.js';

/** Each purpose with its legal basis. */
const BASES: Readonly<Record<QueryPurpose, string>> = {
  court_order: '15 USC 1681b(a)(1)',
  credit_transaction: '15 USC 1681b(a)(3)(A)',
  account_collection: '15 USC 1681b(a)(3)(A)',
  employment: '15 USC 1681b(a)(3)(B)',
  insurance_underwriting: '15 USC 1681b(a)(3)(C)',
  government_benefit: '15 USC 1681b(a)(3)(D)',
  credit_risk_valuation: '15 USC 1681b(a)(3)(E)',
  consumer_initiated_transaction: '15 USC 1681b(a)(3)(F)(i)',
  account_review: '15 USC 1681b(a)(3)(F)(ii)',
  child_support: '15 USC 1681b(a)(4) and (5)',
  customer_due_diligence: '31 CFR 1010.230 and 1020.220',
};

export const PURPOSES = Object.keys(BASES) as readonly QueryPurpose[];

/** The purposes as options; the list shows the legal basis of each. */
export const PURPOSE_OPTIONS = PURPOSES.map((purpose) => ({
  value: purpose,
  label: inWords(purpose),
  basis: BASES[purpose],
}));
