import { TextInput } from '@mantine/core';
import type { Network } from '@ndx/client';
import { useState } from 'react';
import { useApi } from '../app/api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { FormButton } from '../parts/form-button.js';
import { RolesInput, type Role } from './roles-input.js';

interface InNetworkProps {
  readonly networkId: string;
}

/** Admits an institution that another network registered. */
export function AdmitButton({ networkId }: InNetworkProps) {
  const { ndx } = useApi();
  const [roles, setRoles] = useState<readonly Role[]>(['querier']);
  return (
    <FormButton
      label="Admit institution"
      title="Admit an institution"
      submitLabel="Admit"
      variant="default"
      initial={{ entity_id: '' }}
      act={({ entity_id }) =>
        ndx.grantMembership({
          path: { network_id: networkId, entity_id: entity_id.trim() },
          body: { roles: [...roles] },
        })
      }
    >
      {(input) => (
        <>
          <TextInput
            label="Institution id"
            description="The institution requests admission first, or is a member of another network that you govern."
            {...input('entity_id')}
          />
          <RolesInput value={roles} onChange={setRoles} />
        </>
      )}
    </FormButton>
  );
}

/** Registers an institution whose home network this is. */
export function RegisterButton({ networkId }: InNetworkProps) {
  const { ndx } = useApi();
  const [roles, setRoles] = useState<readonly Role[]>(['furnisher']);
  return (
    <FormButton
      label="Register institution"
      title="Register an institution"
      submitLabel="Register"
      initial={{ name: '', org_id: '' }}
      act={(values) =>
        ndx.registerInstitution({
          path: { network_id: networkId },
          body: { ...values, roles: [...roles] },
        })
      }
    >
      {(input) => (
        <>
          <TextInput label="Name" {...input('name')} />
          <TextInput
            label="Organization"
            description="The organization claim of its tokens, as its identity provider states it."
            {...input('org_id')}
          />
          <RolesInput value={roles} onChange={setRoles} />
        </>
      )}
    </FormButton>
  );
}

/** Creates a network that the institution governs. */
export function NewNetworkButton() {
  const { ndx } = useApi();
  return (
    <FormButton
      label="New network"
      title="New network"
      submitLabel="Create"
      variant="default"
      initial={{ name: '', country: 'US' }}
      act={(body) => ndx.createNetwork({ body })}
    >
      {(input) => (
        <>
          <TextInput label="Name" {...input('name')} />
          <TextInput
            label="Country"
            description="Two letters, such as US. States without a country are read as its subdivisions."
            maxLength={2}
            {...input('country')}
          />
        </>
      )}
    </FormButton>
  );
}

interface AddAccountButtonProps extends InNetworkProps {
  readonly entityId: string;
}

/** Adds a user of the institution's identity provider as an account. */
export function AddAccountButton({ networkId, entityId }: AddAccountButtonProps) {
  const { ndx } = useApi();
  return (
    <FormButton
      label="Add account"
      title="Add an account"
      submitLabel="Add"
      initial={{ subject: '', email: '' }}
      act={({ subject, email }) =>
        ndx.addAccount({
          path: { network_id: networkId, entity_id: entityId },
          body: { subject, ...(email !== '' && { email }) },
        })
      }
    >
      {(input) => (
        <>
          <TextInput
            label="User"
            description="The user claim (sub) of the tokens, as the identity provider states it."
            {...input('subject')}
          />
          <TextInput label="Email" type="email" {...input('email')} required={false} />
        </>
      )}
    </FormButton>
  );
}

/** Changes which subjects a search of the network lists. */
export function VisibilityButton({ network }: { readonly network: Network }) {
  const { ndx } = useApi();
  const next = network.identity_visibility === 'network' ? 'related' : 'network';
  const path = { network_id: network.network_id };
  return (
    <ConfirmButton
      label="Change what a search lists"
      question="Change what a search lists?"
      variant="default"
      size="xs"
      act={() => ndx.changeNetwork({ path, body: { identity_visibility: next } })}
    >
      {next === 'related'
        ? 'A search will list only subjects for which the searching institution furnished a record or recorded a consent, and any other subject only by its complete SSN or EIN.'
        : 'A search will list every subject of the network.'}{' '}
      It applies to searches that start after the change.
    </ConfirmButton>
  );
}
