import type { Network } from '@ndx/client';
import type { ReactNode } from 'react';
import { Empty } from '../parts/data-table.js';
import { NameNetwork } from './network-of-address.js';
import { useNetwork } from './use-network.js';

interface InNetworkProps {
  readonly children: (network: Network) => ReactNode;
}

/** What a view shows of the selected network, or that the institution has none. */
export function InNetwork({ children }: InNetworkProps) {
  const network = useNetwork();
  if (network !== undefined) {
    return (
      <>
        <NameNetwork />
        {children(network)}
      </>
    );
  }
  return (
    <Empty title="Your institution is not a member of any network">
      A governor of a network admits it. Reload the page afterwards.
    </Empty>
  );
}
