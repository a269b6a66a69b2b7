import type { Log } from '@ndx/local-infra';
import { QUERYING_BANK, SANDBOX_NETWORK } from '../network/demo-network.js';
import type { SandboxConsents } from './fill-sandbox.js';

/** Prints the consent and the business of each outcome. */
export function printSandbox(consents: SandboxConsents, log: Log): void {
  log(`Sandbox network ${SANDBOX_NETWORK.id}; consents of ${QUERYING_BANK.account}:`);
  for (const [name, { consentId, businessId }] of consents) {
    log(`  ${name.padEnd(26)} consent ${consentId ?? 'none'}  business ${businessId}`);
  }
}
