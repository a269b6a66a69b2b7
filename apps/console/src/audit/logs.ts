import type { ServiceName } from '../operation/services.js';

/** What the log of each service has entries about; the type requires a text for every service. */
export const LOGS: Readonly<Record<ServiceName, string>> = {
  entity: 'Networks, members, accounts, searches and identity conflicts.',
  consent: 'Consents and their changes.',
  policy: 'Querying and furnishing policies.',
  attestation:
    'No entries of a network: an attestation is in the log of the institution that attests.',
  furnishing: 'No entries: furnished records are stored unchanged and are not in the audit log.',
  'product-query': 'Queries, and simulations of past queries.',
};
