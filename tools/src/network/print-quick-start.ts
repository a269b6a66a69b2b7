import type { Log } from '@ndx/local-infra';
import {
  DEMO_INSTITUTIONS,
  DEMO_NETWORK,
  DEMO_SECOND_NETWORK,
  QUERYING_BANK,
} from './demo-network.js';

export interface PublicAddresses {
  readonly gatewayUrl: string;
  readonly tokenUrl: string;
}

/** Prints the addresses, the demo ids, how to get a token, and commands to paste. */
export function printQuickStart({ gatewayUrl, tokenUrl }: PublicAddresses, log: Log): void {
  const token = `curl -s ${tokenUrl} -d account=${QUERYING_BANK.account}`;
  log(`
The network is up.

  API       ${gatewayUrl}
  its page  ${gatewayUrl}/docs
  tokens    ${tokenUrl}

  networks
    ${DEMO_NETWORK.id}  ${DEMO_NETWORK.name}
    ${DEMO_SECOND_NETWORK.id}  ${DEMO_SECOND_NETWORK.name}
  institutions (the account name gets a token)
${DEMO_INSTITUTIONS.map(({ account, entityId, roles }) => `    ${entityId}  ${account.padEnd(13)}  ${roles.join(', ')}`).join('\n')}

Try, in another terminal:

  curl ${gatewayUrl}/health
  TOKEN=$(${token} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
  curl -s -H "Authorization: Bearer $TOKEN" "${gatewayUrl}/v1/entities/business/search?network_id=${DEMO_NETWORK.id}"`);
}
