import { Group } from '@mantine/core';
import type { ConfigureQueryingPolicy, QueryingPolicy, QueryingPolicyDraft } from '@ndx/client';
import { useApi } from '../app/api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { both, Loaded } from '../parts/loaded.js';
import { termsOfDraft } from './draft-terms.js';
import { usePolicyDraft } from './use-policy-draft.js';
import { useReviewed } from './use-reviewed.js';

type Change = Pick<ConfigureQueryingPolicy, 'is_default' | 'enforced'> &
  Partial<Pick<QueryingPolicy, 'status'>>;

interface Action {
  readonly label: string;
  readonly consequence: string;
  readonly change: Change;
  readonly isMain?: true;
}

interface PolicyActionsProps {
  readonly policy: QueryingPolicy;
  readonly networkId: string;
}

/** Publishes, archives, and sets whether queries use the policy by default or always. */
export function PolicyActions({ policy, networkId }: PolicyActionsProps) {
  const query = both(usePolicyDraft('Querying', policy.id), useReviewed(networkId));
  return (
    <Loaded query={query}>
      {([draft, isReviewed]) =>
        isReviewed ? (
          <DraftedActions policy={policy} draft={draft} />
        ) : (
          <DirectActions policy={policy} />
        )
      }
    </Loaded>
  );
}

function DirectActions({ policy }: { readonly policy: QueryingPolicy }) {
  const { ndx } = useApi();
  const act = (change: Change) => {
    const body = { ...change, expected_version: policy.version };
    return ndx.configureQueryingPolicy({ path: { policy_id: policy.id }, body });
  };
  return <Buttons name={policy.name} actions={actionsOf(policy)} act={act} />;
}

interface DraftedActionsProps {
  readonly policy: QueryingPolicy;
  readonly draft: QueryingPolicyDraft | null;
}

/** Each saves the draft with the change, because the network reviews it. */
function DraftedActions({ policy, draft }: DraftedActionsProps) {
  const { ndx } = useApi();
  const act = ({ status = draft?.status, ...change }: Change) =>
    ndx.saveQueryingPolicyDraft({
      path: { policy_id: policy.id },
      body: {
        ...(draft && { ...termsOfDraft(draft), comment: draft.comment }),
        ...change,
        ...(status === 'archived' ? { status, is_default: false } : { status: 'published' }),
        base_version: draft?.base_version ?? policy.version,
        expected_digest: draft?.digest ?? null,
      },
    });
  const actions = actionsOf(draft ?? policy)
    .filter(({ change }) => change.status !== 'draft')
    .map((action) => ({
      ...action,
      consequence: `${action.consequence} The change is saved as a draft, which a second account approves.`,
    }));
  return <Buttons name={policy.name} actions={actions} act={act} />;
}

interface ButtonsProps {
  readonly name: string;
  readonly actions: readonly Action[];
  readonly act: (change: Change) => Promise<unknown>;
}

function Buttons({ name, actions, act }: ButtonsProps) {
  return (
    <Group gap="xs">
      {actions.map(({ label, consequence, change, isMain }) => (
        <ConfirmButton
          key={label}
          label={label}
          question={`${label}: ${name}?`}
          size="xs"
          variant={isMain ? 'filled' : 'default'}
          act={() => act(change)}
        >
          {consequence}
        </ConfirmButton>
      ))}
    </Group>
  );
}

type State = Pick<QueryingPolicy, 'status' | 'is_default' | 'enforced'>;

function actionsOf({ status, is_default, enforced }: State): readonly Action[] {
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
