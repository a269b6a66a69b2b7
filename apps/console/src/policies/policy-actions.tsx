import { Group } from '@mantine/core';
import type { ConfigureQueryingPolicy, QueryingPolicy } from '@ndx/client';
import { useApi } from '../app/api.js';
import { ConfirmButton } from '../parts/confirm-button.js';

interface Action {
  readonly label: string;
  readonly consequence: string;
  readonly change: ConfigureQueryingPolicy;
  readonly isMain?: true;
}

/** Publishes, archives, and sets whether queries use the policy by default or always. */
export function PolicyActions({ policy }: { readonly policy: QueryingPolicy }) {
  const { ndx } = useApi();
  const configure = (change: ConfigureQueryingPolicy) => {
    const body = { ...change, expected_version: policy.version };
    return ndx.configureQueryingPolicy({ path: { policy_id: policy.id }, body });
  };
  return (
    <Group gap="xs">
      {actionsOf(policy).map(({ label, consequence, change, isMain }) => (
        <ConfirmButton
          key={label}
          label={label}
          question={`${label}: ${policy.name}?`}
          size="xs"
          variant={isMain ? 'filled' : 'default'}
          act={() => configure(change)}
        >
          {consequence}
        </ConfirmButton>
      ))}
    </Group>
  );
}

function actionsOf({ status, is_default, enforced }: QueryingPolicy): readonly Action[] {
  const publish: Action = {
    label: 'Publish',
    consequence: 'Queries that start after the change can use the policy.',
    change: { status: 'published' },
    isMain: true,
  };
  if (status !== 'published') return [publish];
  return [
    {
      label: 'Return to draft',
      consequence: 'No query that starts after the change uses the policy.',
      change: { status: 'draft' },
    },
    {
      label: 'Archive',
      consequence:
        'No query that starts after the change uses the policy. It can be published again.',
      change: { status: 'archived' },
    },
    is_default
      ? {
          label: 'Stop as default',
          consequence: 'Queries without a policy use the built-in default: every consented field.',
          change: { is_default: false },
        }
      : {
          label: 'Make default',
          consequence: 'Queries without a policy use this one, in place of the present default.',
          change: { is_default: true },
        },
    enforced
      ? {
          label: 'Stop enforcing',
          consequence: 'Queries of the network may name another policy.',
          change: { enforced: false },
        }
      : {
          label: 'Enforce',
          consequence: 'A query of the network that names another policy is rejected.',
          change: { enforced: true },
        },
  ];
}
