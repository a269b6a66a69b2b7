import { TextInput } from '@mantine/core';
import type { Network } from '@ndx/client';
import { useApi } from '../app/api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { FormButton } from '../parts/form-button.js';
import { useSession } from '../session/session.js';
import { RolesInput, type Role } from './roles-input.js';

const ADMITTED: readonly Role[] = ['querier'];
const REGISTERED: readonly Role[] = ['furnisher'];

interface InNetworkProps {
  readonly networkId: string;
}

/** Admits an institution that another network registered. */
export function AdmitButton({ networkId }: InNetworkProps) {
  const { ndx } = useApi();
  return (
    <FormButton
      label="Admit institution"
      title="Admit an institution"
      submitLabel="Admit"
      variant="default"
      objectId={networkId}
      initial={{ entity_id: '', roles: ADMITTED }}
      act={({ entity_id, roles }) =>
        ndx.grantMembership({
          path: { network_id: networkId, entity_id: entity_id.trim() },
          body: { roles: [...roles] },
        })
      }
    >
      {(input, { values, change, faultAt }) => (
        <>
          <TextInput
            label="Institution id"
            description="The institution requests admission first, or is a member of another network that you govern."
            {...input('entity_id')}
          />
          <RolesInput
            value={values.roles}
            error={faultAt('roles')}
            onChange={(roles) => change({ roles })}
          />
        </>
      )}
    </FormButton>
  );
}

/** Registers an institution whose home network this is. */
export function RegisterButton({ networkId }: InNetworkProps) {
  const { ndx } = useApi();
  return (
    <FormButton
      label="Register institution"
      title="Register an institution"
      submitLabel="Register"
      objectId={networkId}
      initial={{ name: '', org_id: '', roles: REGISTERED }}
      act={({ roles, ...values }) =>
        ndx.registerInstitution({
          path: { network_id: networkId },
          body: { ...values, roles: [...roles] },
        })
      }
    >
      {(input, { values, change, faultAt }) => (
        <>
          <TextInput label="Name" {...input('name')} />
          <TextInput
            label="Organization"
            description="The organization claim of its tokens, as its identity provider states it."
            {...input('org_id')}
          />
          <RolesInput
            value={values.roles}
            error={faultAt('roles')}
            onChange={(roles) => change({ roles })}
          />
        </>
      )}
    </FormButton>
  );
}

/** Creates a network that the institution governs. */
export function NewNetworkButton() {
  const { ndx } = useApi();
  const { caller } = useSession();
  return (
    <FormButton
      label="New network"
      title="New network"
      submitLabel="Create"
      variant="default"
      objectId={caller.entity_id}
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
      objectId={`${networkId} ${entityId}`}
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
  const body = { identity_visibility: next, expected_revision: network.revision } as const;
  return (
    <ConfirmButton
      label="Change what a search lists"
      question="Change what a search lists?"
      variant="default"
      size="xs"
      act={() => ndx.changeNetwork({ path, body })}
    >
      {next === 'related'
        ? 'A search will list only subjects for which the searching institution furnished a record or recorded a consent, and any other subject only by its complete SSN or EIN.'
        : 'A search will list every subject of the network.'}{' '}
      It applies to searches that start after the change.
    </ConfirmButton>
  );
}
