import { ApiClient, tokenOf } from '../network/api-client.js';
import {
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  SECOND_BANK,
  SANDBOX_NETWORK,
  UNATTESTED_BANK,
  type DemoInstitution,
} from '../network/demo-network.js';
import type { PublicAddresses } from '../network/print-quick-start.js';
import type { Furnisher } from './outcome.js';

/** The institution of each furnisher. */
export const FURNISHING_BANKS: Readonly<Record<Furnisher, DemoInstitution>> = {
  attested: FIRST_BANK,
  unattested: UNATTESTED_BANK,
  departed: SECOND_BANK,
};

/** The institutions that fill a sandbox and query it. */
export function sandboxParties(clientOf: (institution: DemoInstitution) => ApiClient) {
  const { attested, unattested, departed } = FURNISHING_BANKS;
  return {
    networkId: SANDBOX_NETWORK.id,
    operator: clientOf(OPERATOR),
    querier: clientOf(QUERYING_BANK),
    furnishers: {
      attested: clientOf(attested),
      unattested: clientOf(unattested),
      departed: clientOf(departed),
    },
    furnisherIds: {
      attested: attested.entityId,
      unattested: unattested.entityId,
      departed: departed.entityId,
    },
  };
}

export type SandboxParties = ReturnType<typeof sandboxParties>;

/** Clients with tokens of the demo accounts. */
export function demoClients({ gatewayUrl, tokenUrl }: PublicAddresses) {
  return ({ account }: DemoInstitution) => new ApiClient(gatewayUrl, tokenOf(tokenUrl, account));
}
