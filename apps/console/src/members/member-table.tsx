import { Badge, Group } from '@mantine/core';
import type { Institution } from '@ndx/client';
import { useApi } from '../app/api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { FormButton } from '../parts/form-button.js';
import { Id, Moment, NoValue } from '../parts/values.js';
import { TextLink } from '../parts/page.js';
import { inWords } from '../parts/words.js';
import { RolesInput, type Role } from './roles-input.js';

interface MemberTableProps {
  readonly institutions: readonly Institution[];
  readonly networkId: string;
}

export function MemberTable({ institutions, networkId }: MemberTableProps) {
  return (
    <DataTable
      label="Institutions"
      rows={institutions}
      keyOf={({ entity_id }) => entity_id}
      minWidth={940}
      columns={[
        {
          header: 'Institution',
          cell: ({ entity_id: entityId, name }) => (
            <TextLink to="/institutions/$entityId" params={{ entityId }}>
              {name}
            </TextLink>
          ),
        },
        { header: 'Roles', cell: ({ roles }) => <Roles roles={roles} /> },
        { header: 'Organization', cell: ({ org_id }) => org_id },
        { header: 'Id', cell: ({ entity_id }) => <Id value={entity_id} /> },
        { header: 'Registered', cell: ({ created_at }) => <Moment at={created_at} /> },
        {
          header: 'Actions',
          isPinned: true,
          cell: (institution) => (
            <Group gap="xs" wrap="nowrap">
              <ChangeRoles institution={institution} networkId={networkId} />
              {institution.roles.length > 0 && (
                <EndMembership institution={institution} networkId={networkId} />
              )}
            </Group>
          ),
        },
      ]}
      empty={<Empty title="The network has no institution" />}
    />
  );
}

function Roles({ roles }: { readonly roles: Institution['roles'] }) {
  if (roles.length === 0) return <NoValue>membership ended</NoValue>;
  return (
    <Group gap={4}>
      {roles.map((role) => (
        <Badge key={role}>{inWords(role)}</Badge>
      ))}
    </Group>
  );
}

interface MemberProps {
  readonly institution: Institution;
  readonly networkId: string;
}

function pathOf({ institution: { entity_id }, networkId }: MemberProps) {
  return { network_id: networkId, entity_id };
}

function ChangeRoles(member: MemberProps) {
  const { ndx } = useApi();
  const { entity_id, name, roles: current, membership_revision } = member.institution;
  const roles: readonly Role[] = current;
  return (
    <FormButton
      label="Roles"
      name={`Change the roles of ${name}`}
      title={`Roles of ${name}`}
      submitLabel="Save"
      size="xs"
      variant="default"
      objectId={`${member.networkId} ${entity_id}`}
      initial={{ roles }}
      revision={membership_revision}
      act={(values, expected) =>
        ndx.grantMembership({
          path: pathOf(member),
          body: { roles: [...values.roles], ...expected },
        })
      }
    >
      {(_, { values, change }) => (
        <RolesInput value={values.roles} onChange={(selected) => change({ roles: selected })} />
      )}
    </FormButton>
  );
}

function EndMembership(member: MemberProps) {
  const { ndx } = useApi();
  const { name } = member.institution;
  return (
    <ConfirmButton
      label="End"
      name={`End the membership of ${name}`}
      question={`End the membership of ${name}?`}
      size="xs"
      variant="light"
      color="red"
      act={() => ndx.endMembership({ path: pathOf(member) })}
    >
      The institution can then neither furnish nor query in this network. A governor can admit it
      again.
    </ConfirmButton>
  );
}
