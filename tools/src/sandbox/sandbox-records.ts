import { sandboxIdentity, type SandboxOutcome } from '@ndx/client/sandbox';
import { demoSections } from '../demo/demo-business.js';
import { IDENTITY, OUTCOMES } from './outcomes.js';
import type { Furnisher, Outcome } from './outcome.js';

type Sections = Readonly<Record<string, { readonly assertions: object; readonly data: object }>>;

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
function recordOf({ name, furnished }: Outcome) {
  const identity = sandboxIdentity(name as SandboxOutcome);
  const { business_dba_name, business_website_url } = identity;
  const sections: Sections = demoSections(
    identity.business_registration_identifier_from_jurisdiction_of_formation,
    {
      performedAt: furnished?.performedAt ?? new Date().toISOString(),
      source: 'delaware_division_of_corporations',
      operatingCity: 'Cambridge',
    },
  );
  const names = { business_dba_name, business_website_url };
  return {
    business_identity: {
      ...identity,
      ...(furnished?.legalName !== undefined && { business_legal_name: furnished.legalName }),
    },
    ...Object.fromEntries(
      (furnished?.sections ?? [IDENTITY]).map((section) => {
        const own = section === IDENTITY ? furnished?.data : undefined;
        const { [section]: usual } = sections;
        return [section, { ...usual, data: { ...usual?.data, ...names, ...own } }];
      }),
    ),
  };
}
