import type { Network } from '@ndx/client';
import type { ReactNode } from 'react';
import { Empty } from '../parts/data-table.js';
import { InNetwork } from './in-network.js';

interface InGovernedNetworkProps {
  readonly children: (network: Network) => ReactNode;
}

/** What a view for governors shows of the selected network, or that the institution does not govern it. */
export function InGovernedNetwork({ children }: InGovernedNetworkProps) {
  return (
    <InNetwork>
      {(network) =>
        network.roles.includes('governor') ? (
          children(network)
        ) : (
          <Empty title="Your institution does not govern this network">
            Select a network that it governs.
          </Empty>
        )
      }
    </InNetwork>
  );
}
