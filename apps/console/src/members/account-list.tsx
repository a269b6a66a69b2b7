import { Group } from '@mantine/core';
import type { Account } from '@ndx/client';
import { useApi } from '../app/api.js';
import { useList } from '../app/reads.js';
import { EntriesLink } from '../audit/entries-link.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { Id, Moment, NoValue, StatusBadge } from '../parts/values.js';
import { Listed } from '../parts/listed.js';
import { accountName } from '../parts/user-name.js';
import { useSession } from '../session/session.js';

interface AccountListProps {
  readonly networkId: string;
  readonly entityId: string;
}

export function AccountList({ networkId, entityId }: AccountListProps) {
  const { caller } = useSession();
  const path = { network_id: networkId, entity_id: entityId };
  const accounts = useList('listAccounts', { path });
  return (
    <Listed
      list={accounts}
      noun={['account', 'accounts']}
      more="Load more accounts"
      file={{ list: accounts, name: 'accounts' }}
    >
      {(found) => (
        <DataTable
          label="Accounts"
          rows={found}
          keyOf={({ account_id }) => account_id}
          minWidth={760}
          columns={[
            { header: 'User', cell: ({ subject }) => subject },
            { header: 'Email', cell: ({ email }) => email ?? <NoValue>not stated</NoValue> },
            { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
            { header: 'Id', cell: ({ account_id }) => <Id value={account_id} /> },
            { header: 'Added', cell: ({ created_at }) => <Moment at={created_at} /> },
            {
              header: 'Action',
              isPinned: true,
              cell: (account) => (
                <Group gap="xs" wrap="nowrap">
                  <EntriesLink
                    criteria={{ account_id: account.account_id }}
                    name={`What it did: ${accountName(account)}`}
                  >
                    What it did
                  </EntriesLink>
                  {account.account_id !== caller.account_id && (
                    <ChangeStatus account={account} networkId={networkId} />
                  )}
                </Group>
              ),
            },
          ]}
          empty={
            <Empty title="No account">
              Until the institution has an account, its tokens are rejected.
            </Empty>
          }
        />
      )}
    </Listed>
  );
}

interface ChangeStatusProps {
  readonly account: Account;
  readonly networkId: string;
}

function ChangeStatus({ account, networkId }: ChangeStatusProps) {
  const { ndx } = useApi();
  const isActive = account.status === 'active';
  const { entity_id, account_id } = account;
  const path = { network_id: networkId, entity_id, account_id };
  const label = isActive ? 'Suspend' : 'Reactivate';
  return (
    <ConfirmButton
      label={label}
      name={`${label} ${accountName(account)}`}
      question={`${label} ${accountName(account)}?`}
      size="xs"
      variant="light"
      color={isActive ? 'red' : 'brand'}
      act={() =>
        ndx.setAccountStatus({ path, body: { status: isActive ? 'suspended' : 'active' } })
      }
    >
      {isActive
        ? 'Within five seconds, requests with tokens of the account are rejected.'
        : 'Within five seconds, the account can send requests again.'}
    </ConfirmButton>
  );
}
