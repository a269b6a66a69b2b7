import {
  FIRST_BANK,
  QUERYING_BANK,
  SANDBOX_NETWORK,
  UNATTESTED_BANK,
} from '../network/demo-network.js';
import {
  ensureInstitution,
  ensureMembership,
  ensureNetwork,
  untilMember,
} from '../network/ensure-resources.js';
import type { SandboxParties } from './sandbox-parties.js';

/** Creates the sandbox network and admits its members; existing ones are kept. */
export async function ensureSandboxNetwork(parties: SandboxParties): Promise<void> {
  const { operator, querier, furnishers, networkId } = parties;
  const { attested, unattested } = furnishers;
  await ensureNetwork(operator, { id: networkId, name: SANDBOX_NETWORK.name });
  await untilMember(operator, networkId);
  await ensureInstitution(operator, networkId, UNATTESTED_BANK);
  for (const institution of [FIRST_BANK, QUERYING_BANK]) {
    await ensureMembership(operator, networkId, institution);
  }
  for (const member of [querier, attested, unattested]) {
    await untilMember(member, networkId);
  }
}
