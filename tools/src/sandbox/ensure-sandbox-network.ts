import {
  FIRST_BANK,
  QUERYING_BANK,
  SANDBOX_NETWORK,
  SECOND_BANK,
  UNATTESTED_BANK,
} from '../network/demo-network.js';
import {
  ensureInstitution,
  ensureMembership,
  ensureNetwork,
  untilMember,
} from '../network/ensure-resources.js';
import type { SandboxParties } from './sandbox-parties.js';

/**
 * Creates the sandbox network and admits its members; existing ones are kept.
 * @param isDepartedAdmitted whether the furnisher that leaves it is a member at first
 */
export async function ensureSandboxNetwork(
  { operator, querier, furnishers, networkId }: SandboxParties,
  isDepartedAdmitted: boolean,
): Promise<void> {
  const { attested, unattested, departed } = furnishers;
  await ensureNetwork(operator, { id: networkId, name: SANDBOX_NETWORK.name });
  await ensureInstitution(operator, networkId, UNATTESTED_BANK);
  const joining = isDepartedAdmitted ? [SECOND_BANK] : [];
  for (const institution of [FIRST_BANK, QUERYING_BANK, ...joining]) {
    await ensureMembership(operator, networkId, institution);
  }
  const members = [operator, querier, attested, unattested];
  await Promise.all(
    [...members, ...(isDepartedAdmitted ? [departed] : [])].map((member) =>
      untilMember(member, networkId),
    ),
  );
}
