import { demoSections } from '../demo/demo-business.js';
import { IDENTITY, OUTCOMES } from './outcomes.js';
import type { Furnisher, Outcome } from './outcome.js';

type Sections = Readonly<Record<string, { readonly assertions: object; readonly data: object }>>;

/** The legal name of an outcome's business: `Sandbox Too Old LLC`. */
export function legalNameOf({ name }: Outcome): string {
  const words = name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `Sandbox ${words.join(' ')} LLC`;
}

/** The identity of an outcome's business, for a consent or a record. */
export function identityOf(outcome: Outcome) {
  return {
    business_legal_name: legalNameOf(outcome),
    business_dba_name: legalNameOf(outcome).replace(' LLC', ''),
    business_jurisdiction_of_formation: 'US-DE',
    business_registration_identifier_from_jurisdiction_of_formation: outcome.registration,
    business_website_url: websiteOf(outcome),
  };
}

/** The outcomes whose records a furnisher of the sandbox sends, in their order. */
export function outcomesOf(furnisher: Furnisher): readonly Outcome[] {
  return OUTCOMES.filter(
    ({ registration, furnished }) =>
      registration !== undefined &&
      furnished !== null &&
      (furnished?.by ?? 'attested') === furnisher,
  );
}

/** The records that a furnisher of the sandbox sends. */
export function recordsOf(furnisher: Furnisher) {
  return outcomesOf(furnisher).map(recordOf);
}

/** The record of an outcome's business, in the shape of a query's response. */
function recordOf(outcome: Outcome) {
  const { registration = '', furnished } = outcome;
  const sections: Sections = demoSections(registration, {
    performedAt: furnished?.performedAt ?? new Date().toISOString(),
    source: 'delaware_division_of_corporations',
    operatingCity: 'Cambridge',
  });
  const names = {
    business_dba_name: identityOf(outcome).business_dba_name,
    business_website_url: websiteOf(outcome),
  };
  return {
    business_identity: {
      ...identityOf(outcome),
      ...(furnished?.legalName !== undefined && { business_legal_name: furnished.legalName }),
    },
    ...Object.fromEntries(
      (furnished?.sections ?? [IDENTITY]).map((name) => {
        const own = name === IDENTITY ? furnished?.data : undefined;
        return [name, { ...sections[name], data: { ...sections[name]?.data, ...names, ...own } }];
      }),
    ),
  };
}

function websiteOf({ name }: Outcome): string {
  return `https://${name}.sandbox.example`;
}
