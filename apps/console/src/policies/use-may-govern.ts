import type { Network } from '@ndx/client';
import { useSession } from '../session/session.js';

/** Whether the account may change the policies of a network; the server checks each change. */
export function useMayGovern(network: Network | undefined): boolean {
  const { may } = useSession();
  return may('policy:write') && network?.roles.includes('governor') === true;
}
