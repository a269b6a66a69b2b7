import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Empty } from '../parts/data-table.js';
import { Failure, Loaded, type Query } from '../parts/loaded.js';
import { Page } from '../parts/page.js';
import { useChange } from '../parts/use-change.js';
import { useSession } from '../session/session.js';
import { useMayGovern } from './use-may-govern.js';
import type { WithProduct } from './use-with-product.js';

interface EditedPolicy {
  readonly name: string;
  /** Null: a built-in policy, which nobody edits. */
  readonly network_id: string | null;
}

interface PolicyEditorPageProps<Policy> {
  readonly query: Query<WithProduct<Policy>>;
  readonly about: string;
  readonly back: ReactNode;
  readonly children: (found: WithProduct<Policy>) => ReactNode;
}

/** An editor of a policy, for the governors of its network. */
export function PolicyEditorPage<Policy extends EditedPolicy>(
  props: PolicyEditorPageProps<Policy>,
) {
  const { query, about, back, children } = props;
  return (
    <Page
      back={back}
      title={query.data ? `Edit ${query.data.policy.name}` : 'Edit policy'}
      about={about}
    >
      <Loaded query={query}>
        {(found) => (
          <ForGovernors networkId={found.policy.network_id}>{children(found)}</ForGovernors>
        )}
      </Loaded>
    </Page>
  );
}

interface ForGovernorsProps {
  readonly networkId: string | null;
  readonly children: ReactNode;
}

function ForGovernors({ networkId, children }: ForGovernorsProps) {
  const { networks } = useSession();
  const mayGovern = useMayGovern(networks.find(({ network_id }) => network_id === networkId));
  if (mayGovern) return children;
  return (
    <Empty title="Your account may not edit policies">
      It needs the permission <Code>policy:write</Code>, and its institution the role of a governor
      in the network.
    </Empty>
  );
}

/** A way to save an edit; the label names the result. */
export interface SaveAction {
  readonly label: string;
  readonly save: () => Promise<unknown>;
  readonly onSaved: () => unknown;
}

interface EditorFormProps {
  /** The main one first. */
  readonly actions: readonly SaveAction[];
  /** To the page of the policy. */
  readonly back: LinkProps;
  readonly onCancel?: () => void;
  /** A message about the edit, unless it is being saved. */
  readonly notice?: ReactNode;
  /** What saving changes at once. */
  readonly effect?: string;
  readonly children: ReactNode;
}

/** The inputs of an editor, and the buttons below them. */
export function EditorForm(props: EditorFormProps) {
  const { actions, back, onCancel, notice, effect, children } = props;
  const change = useChange<SaveAction>(
    ({ save }) => save(),
    ({ onSaved }) => onSaved(),
  );
  const isSaving = change.isPending || change.isSuccess;
  return (
    <Stack>
      {children}
      {change.isError && <Failure error={change.error} />}
      {!isSaving && notice}
      <Group>
        {actions.map((action, index) => (
          <Button
            key={action.label}
            variant={index === 0 ? 'filled' : 'default'}
            disabled={isSaving}
            onClick={() => change.mutate(action)}
          >
            {action.label}
          </Button>
        ))}
        <Button
          variant="default"
          onClick={onCancel}
          renderRoot={(props) => <Link {...back} {...props} />}
        >
          Cancel
        </Button>
      </Group>
      {effect !== undefined && <Text size="sm">{effect}</Text>}
    </Stack>
  );
}

interface EditLinkProps {
  readonly to: LinkProps;
  readonly label?: string;
}

/** A link to the editor of a policy. */
export function EditLink({ to, label = 'Edit' }: EditLinkProps) {
  return (
    <Group>
      <Button
        leftSection={<IconPencil size={16} aria-hidden />}
        renderRoot={(props) => <Link {...to} {...props} />}
      >
        {label}
      </Button>
    </Group>
  );
}
