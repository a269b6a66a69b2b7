import { Stack } from '@mantine/core';
import type { Invitation } from '@ndx/client';
import { useState } from 'react';
import { useApi } from '../app/api.js';
import { useList } from '../app/reads.js';
import { useNetwork } from '../layout/use-network.js';
import { Account } from '../parts/account.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { Listed } from '../parts/listed.js';
import { useAccountNames } from '../parts/names.js';
import { Notice } from '../parts/notice.js';
import { Panel } from '../parts/page.js';
import { Id, Moment, NoValue, StatusBadge } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { invitationLink } from './invitation-link.js';
import { InviteButton } from './invite-button.js';

interface InvitationsPanelProps {
  readonly networkId: string;
  /** The institution of the accounts; absent for those of a network. */
  readonly entityId?: string;
}

/** The invitations of a network or to an institution, for their administrators (decision 0129). */
export function InvitationsPanel({ networkId, entityId }: InvitationsPanelProps) {
  const [secret, setSecret] = useState<string>();
  const invitations = useList('listInvitations', {
    path: { network_id: networkId },
    query: { ...(entityId !== undefined && { entity_id: entityId }), order: 'newest_first' },
  });
  return (
    <Panel title="Invitations" actions={<InviteButton {...{ networkId, entityId, setSecret }} />}>
      <Stack>
        {secret !== undefined && <NewLink secret={secret} />}
        <Listed
          list={invitations}
          noun={['invitation', 'invitations']}
          more="Load older invitations"
          file={{ list: invitations, name: 'invitations' }}
        >
          {(found) => <InvitationTable invitations={found} />}
        </Listed>
      </Stack>
    </Panel>
  );
}

function NewLink({ secret }: { readonly secret: string }) {
  const base = new URL(import.meta.env.BASE_URL, location.origin).href;
  return (
    <Notice role="status" color="teal" title="The link, which is not shown again">
      <Stack gap="xs">
        Send it to the person, who signs in and accepts the invitation. Anyone with the link can
        accept it, once.
        <Id value={invitationLink(base, secret)} whole />
      </Stack>
    </Notice>
  );
}

function InvitationTable({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const users = useAccountNames(
    useNetwork(),
    invitations.flatMap(({ account_id, entity_id }) => (account_id && entity_id) ?? []),
  );
  return (
    <DataTable
      label="Invitations"
      rows={invitations}
      keyOf={({ invitation_id }) => invitation_id}
      minWidth={900}
      columns={[
        { header: 'Institution', cell: ({ institution_name }) => institution_name },
        {
          header: 'Roles',
          cell: ({ roles }) =>
            roles.length > 0 ? (
              roles.map((role) => inWords(role)).join(', ')
            ) : (
              <NoValue>an account</NoValue>
            ),
        },
        { header: 'For', cell: ({ email }) => email ?? <NoValue>not stated</NoValue> },
        { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
        {
          header: 'Sent by',
          cell: ({ sent_by, sender_entity_id }) => (
            <Account accountId={sent_by} entityId={sender_entity_id} />
          ),
        },
        { header: 'Expires', cell: ({ expires_at }) => <Moment at={expires_at} /> },
        {
          header: 'Account',
          cell: ({ account_id }) =>
            account_id === null ? (
              <NoValue>none yet</NoValue>
            ) : (
              <>
                {users.get(account_id)} <Id value={account_id} />
              </>
            ),
        },
        {
          header: 'Action',
          isPinned: true,
          cell: (invitation) =>
            invitation.status === 'open' && <RevokeButton invitation={invitation} />,
        },
      ]}
      empty={
        <Empty title="No invitation">
          An invitation is a link. The person who opens it signs in and gets an account, without a
          claim typed by hand.
        </Empty>
      }
    />
  );
}

function RevokeButton({ invitation }: { readonly invitation: Invitation }) {
  const { ndx } = useApi();
  const { network_id, invitation_id, institution_name: name, email } = invitation;
  const object = `the invitation${email === null ? '' : ` of ${email}`} to ${name}`;
  return (
    <ConfirmButton
      label="Revoke"
      name={`Revoke ${object}`}
      question={`Revoke ${object}?`}
      size="xs"
      variant="light"
      color="red"
      act={() => ndx.revokeInvitation({ path: { network_id, invitation_id } })}
    >
      Nobody can accept it afterwards.
    </ConfirmButton>
  );
}
