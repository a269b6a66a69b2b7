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

/** The institutions that fill a sandbox and query it. */
export function sandboxParties(clientOf: (institution: DemoInstitution) => ApiClient) {
  return {
    networkId: SANDBOX_NETWORK.id,
    operator: clientOf(OPERATOR),
    querier: clientOf(QUERYING_BANK),
    furnishers: {
      attested: clientOf(FIRST_BANK),
      unattested: clientOf(UNATTESTED_BANK),
      departed: clientOf(SECOND_BANK),
    },
    furnisherIds: {
      attested: FIRST_BANK.entityId,
      unattested: UNATTESTED_BANK.entityId,
      departed: SECOND_BANK.entityId,
    },
  };
}

export type SandboxParties = ReturnType<typeof sandboxParties>;

/** Clients with tokens of the demo accounts. */
export function demoClients({ gatewayUrl, tokenUrl }: PublicAddresses) {
  return ({ account }: DemoInstitution) => new ApiClient(gatewayUrl, tokenOf(tokenUrl, account));
}
