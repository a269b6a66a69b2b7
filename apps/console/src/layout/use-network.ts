import type { Network } from '@ndx/client';
import { useSearch } from '@tanstack/react-router';
import { useSession } from '../session/session.js';

/** The network of the address, or the first one; undefined for an institution without any. */
export function useNetwork(): Network | undefined {
  const { networks } = useSession();
  const { network: selected } = useSearch({ strict: false });
  return networks.find(({ network_id }) => network_id === selected) ?? networks[0];
}
