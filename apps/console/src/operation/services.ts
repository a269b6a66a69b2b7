import type { ServiceStatus } from '@ndx/client';

export type ServiceName = ServiceStatus['service'];

/** What each service stores; the type requires an entry for every service. */
export const SERVICES: Readonly<Record<ServiceName, string>> = {
  entity: 'Networks, institutions and identities',
  consent: 'Consents and their grants',
  policy: 'Querying and furnishing policies',
  attestation: 'Attestations of institutions',
  furnishing: 'Furnished records',
  'product-query': 'Queries and their events',
};

export const SERVICE_NAMES = Object.keys(SERVICES) as readonly ServiceName[];
