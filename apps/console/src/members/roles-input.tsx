import { Checkbox, Stack } from '@mantine/core';
import type { Network } from '@ndx/client';

export type Role = Network['roles'][number];

const ROLES: readonly (readonly [Role, string, string])[] = [
  ['governor', 'Governor', 'Administers the network and its policies; sees all queries'],
  ['furnisher', 'Furnisher', 'Supplies records'],
  ['querier', 'Querier', 'Records consents and queries'],
];

interface RolesInputProps {
  readonly value: readonly Role[];
  /** Why the server rejected the choice. */
  readonly error?: string | undefined;
  readonly onChange: (roles: readonly Role[]) => void;
}

export function RolesInput({ value, error, onChange }: RolesInputProps) {
  return (
    <Checkbox.Group
      label="Roles"
      error={error}
      value={[...value]}
      onChange={(roles) =>
        onChange(ROLES.map(([role]) => role).filter((role) => roles.includes(role)))
      }
    >
      <Stack gap="xs" mt={4}>
        {ROLES.map(([role, label, description]) => (
          <Checkbox key={role} value={role} label={label} description={description} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
