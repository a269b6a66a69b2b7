import type { CoverageCheck, KybQuery } from '@ndx/client';
import { CliError } from './cli-error.js';

/** The members that name the business of a query or check. */
export type BusinessReference = Pick<KybQuery & CoverageCheck, 'consent_id' | 'business_id'>;

/** @throws CliError unless exactly one is given */
export function businessOf(
  consent: string | undefined,
  business: string | undefined,
): BusinessReference {
  if ((consent === undefined) === (business === undefined)) {
    throw new CliError('usage', 'give either --consent or --business', {
      hint: 'Record a consent with ndx consent record; it prints its id.',
    });
  }
  return consent === undefined ? { business_id: business } : { consent_id: consent };
}
