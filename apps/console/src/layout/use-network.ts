import type { Network } from '@ndx/client';
import { useSearch } from '@tanstack/react-router';
import { useSession } from '../session/session.js';

/**
 * The network of the address, or the first one when it names none; undefined for an institution
 * without any, and when the address names another one.
 */
export function useNetwork(): Network | undefined {
  const { networks } = useSession();
  const { network: selected } = useSearch({ strict: false });
  if (selected === undefined) return networks[0];
  return networks.find(({ network_id }) => network_id === selected);
}
