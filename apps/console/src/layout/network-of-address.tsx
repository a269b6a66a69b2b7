import { Button, Group } from '@mantine/core';
import { Navigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Empty } from '../parts/data-table.js';
import { Page } from '../parts/page.js';
import { useSession } from '../session/session.js';
import { useNetwork } from './use-network.js';

/**
 * The view, unless its address names a network that the institution is not a member of. For an
 * institution without any network each view explains that itself.
 */
export function NetworkOfAddress({ children }: { readonly children: ReactNode }) {
  const { networks } = useSession();
  const { network: named } = useSearch({ strict: false });
  const isKnown = networks.some(({ network_id }) => network_id === named);
  if (named === undefined || isKnown || networks.length === 0) return children;
  return (
    <Page title="Network not found">
      <Empty
        title="Your institution is not a member of the network in this address"
        art="not-found"
      >
        The address is wrong, or the membership has ended.
        <Group justify="center" mt="sm">
          <Button variant="default" component="a" href={import.meta.env.BASE_URL}>
            Home
          </Button>
        </Group>
      </Empty>
    </Page>
  );
}

/** Adds the shown network to an address without one, so that a copied link opens the same one. */
export function NameNetwork() {
  const network = useNetwork();
  const { network: named } = useSearch({ strict: false });
  if (network === undefined || named !== undefined) return null;
  return (
    <Navigate
      to="."
      search={(search) => ({ ...search, network: network.network_id })}
      hash
      replace
    />
  );
}
