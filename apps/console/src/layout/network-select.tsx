import { NativeSelect, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../session/session.js';
import { useNetwork } from './use-network.js';

/** The network of the views; in the address, so that a link opens the same one. */
export function NetworkSelect() {
  const { networks } = useSession();
  const network = useNetwork();
  const navigate = useNavigate();
  if (network === undefined) return null;
  if (networks.length === 1) {
    return (
      <Text size="sm" truncate>
        {network.name}
      </Text>
    );
  }
  return (
    <NativeSelect
      aria-label="Network"
      size="sm"
      miw={0}
      w={{ base: 170, sm: 220 }}
      value={network.network_id}
      data={networks.map(({ network_id, name }) => ({ value: network_id, label: name }))}
      onChange={({ currentTarget: { value } }) =>
        navigate({ to: '.', search: (search) => ({ ...search, network: value }) })
      }
    />
  );
}
