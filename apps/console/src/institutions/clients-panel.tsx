import { MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import type { ClientPermission, RegisteredClient } from '@ndx/client';
import { useApi } from '../app/api.js';
import { useList } from '../app/reads.js';
import { Account } from '../parts/account.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { FormButton } from '../parts/form-button.js';
import { Listed } from '../parts/listed.js';
import { Panel } from '../parts/page.js';
import { BINDINGS, BINDING_WORDS } from '../parts/token-binding.js';
import { Moment, StatusBadge } from '../parts/values.js';
import { useSession, type Permission } from '../session/session.js';

/** The permissions that no client has. */
const OF_PERSONS: readonly Permission[] = ['network:admin', 'service:read', 'service:redrive'];

const isOfClients = (permission: Permission): permission is ClientPermission =>
  !OF_PERSONS.includes(permission);

/** The clients of the caller's institution, for its administrator (decision 0124). */
export function ClientsPanel({ networkId }: { readonly networkId: string }) {
  const clients = useList('listClients', {});
  return (
    <Panel title="Clients" actions={<RegisterClientButton networkId={networkId} />}>
      <Listed
        list={clients}
        noun={['client', 'clients']}
        more="Load more clients"
        file={{ list: clients, name: 'clients' }}
      >
        {(found) => <ClientTable clients={found} />}
      </Listed>
    </Panel>
  );
}

function ClientTable({ clients }: { readonly clients: readonly RegisteredClient[] }) {
  const { networks } = useSession();
  const nameOf = (id: string) => networks.find(({ network_id }) => network_id === id)?.name ?? id;
  return (
    <DataTable
      label="Clients"
      rows={clients}
      keyOf={({ account_id }) => account_id}
      minWidth={980}
      columns={[
        { header: 'Name', cell: ({ name }) => name },
        { header: 'Client', cell: ({ client_id }) => client_id },
        { header: 'Permissions', cell: ({ permissions }) => permissions.join(', ') },
        { header: 'Networks', cell: ({ network_ids: ids }) => ids.map(nameOf).join(', ') },
        { header: 'Addresses', cell: ({ addresses }) => addresses?.join(', ') ?? 'All' },
        {
          header: 'Tokens',
          cell: ({ token_binding }) => BINDING_WORDS[token_binding],
        },
        { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
        { header: 'Registered', cell: ({ registered_at }) => <Moment at={registered_at} /> },
        {
          header: 'Registered by',
          cell: ({ registered_by }) => <Account accountId={registered_by} />,
        },
        { header: 'Action', isPinned: true, cell: (client) => <RemoveButton client={client} /> },
      ]}
      empty={
        <Empty title="No client">
          A program of your institution gets tokens of its own from the identity provider. Register
          it to limit what it may do.
        </Empty>
      }
    />
  );
}

function RegisterClientButton({ networkId }: { readonly networkId: string }) {
  const { ndx } = useApi();
  const { caller, networks } = useSession();
  const [unbound = 'optional'] = BINDINGS;
  const permissions: readonly ClientPermission[] = [];
  return (
    <FormButton
      label="Register client"
      title="Register a client"
      submitLabel="Register"
      objectId={caller.entity_id}
      initial={{
        ...{ name: '', client_id: '', subject: '', addresses: '' },
        ...{ permissions, networks: [networkId], binding: unbound },
      }}
      act={({ addresses, binding, networks: network_ids, ...values }) => {
        const listed = addresses.split(/[\s,]+/).filter((address) => address !== '');
        return ndx.registerClient({
          body: {
            ...{ name: values.name, client_id: values.client_id, subject: values.subject },
            ...{ permissions: [...values.permissions], network_ids: [...network_ids] },
            ...(listed.length > 0 && { addresses: listed }),
            token_binding: binding,
          },
        });
      }}
    >
      {(input, { values, change, faultAt }) => (
        <>
          <TextInput label="Name" {...input('name')} />
          <TextInput
            label="Client id"
            description="The client at the identity provider, as its tokens name it."
            {...input('client_id')}
          />
          <TextInput
            label="User"
            description="The user claim (sub) of the tokens of the client, such as the id of its service account. It tells them from the tokens of people."
            {...input('subject')}
          />
          <MultiSelect
            label="Permissions"
            description="At most those of your account."
            searchable
            data={caller.permissions.filter(isOfClients)}
            error={faultAt('permissions')}
            value={[...values.permissions]}
            onChange={(selected) =>
              change({
                permissions: caller.permissions
                  .filter(isOfClients)
                  .filter((permission) => selected.includes(permission)),
              })
            }
          />
          <MultiSelect
            label="Networks"
            searchable
            data={networks.map(({ network_id, name }) => ({ value: network_id, label: name }))}
            error={faultAt('network_ids')}
            value={[...values.networks]}
            onChange={(selected) => change({ networks: selected })}
          />
          <TextInput
            label="Addresses"
            description="IP addresses or networks such as 192.0.2.0/24; without one, every address."
            {...input('addresses')}
            required={false}
          />
          <NativeSelect
            label="Tokens"
            description="Tokens that are bound to a key are accepted with a proof of it only: DPoP or a client certificate."
            value={values.binding}
            data={BINDINGS.map((value) => ({ value, label: BINDING_WORDS[value] }))}
            onChange={({ currentTarget: { selectedIndex } }) =>
              change({ binding: BINDINGS[selectedIndex] ?? unbound })
            }
          />
        </>
      )}
    </FormButton>
  );
}

function RemoveButton({ client }: { readonly client: RegisteredClient }) {
  const { ndx } = useApi();
  const { account_id, name } = client;
  return (
    <ConfirmButton
      label="Remove"
      name={`Remove ${name}`}
      question={`Remove ${name}?`}
      size="xs"
      variant="light"
      color="red"
      act={() => ndx.removeClient({ path: { account_id } })}
    >
      No later request uses the account of the client. To change its terms, register it again.
    </ConfirmButton>
  );
}
