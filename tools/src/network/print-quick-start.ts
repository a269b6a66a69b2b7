import type { Log } from '@ndx/local-infra';
import {
  DEMO_NETWORK,
  OPERATOR,
  QUERYING_BANK,
  SYSTEM_OPERATOR,
  type DemoContents,
} from './demo-network.js';
import { DEMO_PEOPLE } from './demo-people.js';

export interface PublicAddresses {
  readonly gatewayUrl: string;
  readonly tokenUrl: string;
}

export function consoleUrl(gatewayUrl: string): string {
  return `${gatewayUrl}/console`;
}

/** Prints the addresses of a network. */
export function printAddresses(
  { gatewayUrl }: Pick<PublicAddresses, 'gatewayUrl'>,
  log: Log,
): void {
  log(`
The network is up.

  console   ${consoleUrl(gatewayUrl)}
  API       ${gatewayUrl}
  reference ${gatewayUrl}/docs`);
}

/** Prints the addresses, the demo ids, how to get a token, and commands to paste. */
export function printQuickStart(
  { gatewayUrl, tokenUrl }: PublicAddresses,
  { networks, institutions }: DemoContents,
  log: Log,
): void {
  printAddresses({ gatewayUrl }, log);
  const token = `curl -s ${tokenUrl} -d account=${QUERYING_BANK.account}`;
  log(`  tokens    ${tokenUrl}

  networks
${networks.map(({ id, name }) => `    ${id}  ${name}`).join('\n')}
  institutions (the account name gets a token)
${institutions.map(({ account, entityId, roles }) => `    ${entityId}  ${account.padEnd(15)}  ${roles.join(', ')}`).join('\n')}
  accounts for the tasks of the console
${DEMO_PEOPLE.map(({ account, task }) => `    ${account.padEnd(28)}  ${task}`).join('\n')}
  the account ${SYSTEM_OPERATOR.account} of ${OPERATOR.name} operates the services

Try, in another terminal:

  curl ${gatewayUrl}/health
  TOKEN=$(${token} | jq -r .access_token)
  curl -s -H "Authorization: Bearer $TOKEN" "${gatewayUrl}/v1/entities/business/search?network_id=${DEMO_NETWORK.id}"`);
}
