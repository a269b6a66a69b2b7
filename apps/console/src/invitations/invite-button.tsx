import { TextInput } from '@mantine/core';
import { useApi } from '../app/api.js';
import { RolesInput, type Role } from '../members/roles-input.js';
import { FormButton } from '../parts/form-button.js';

interface InviteButtonProps {
  readonly networkId: string;
  /** The institution of the account; absent for a new institution. */
  readonly entityId: string | undefined;
  readonly setSecret: (secret: string) => void;
}

const ROLES: readonly Role[] = ['furnisher'];

/** Invites a person to be an account of an institution, or of a new one. */
export function InviteButton({ networkId, entityId, setSecret }: InviteButtonProps) {
  const { ndx } = useApi();
  const isNew = entityId === undefined;
  return (
    <FormButton
      label={isNew ? 'Invite institution' : 'Invite account'}
      title={isNew ? 'Invite a new institution' : 'Invite a person to be an account'}
      submitLabel="Create the link"
      objectId={`${networkId} ${entityId ?? ''}`}
      initial={{ name: '', email: '', days: '7', roles: ROLES }}
      act={async ({ name, email, days, roles }) => {
        const { data } = await ndx.sendInvitation({
          path: { network_id: networkId },
          body: {
            ...(isNew ? { institution_name: name, roles: [...roles] } : { entity_id: entityId }),
            ...(email !== '' && { email }),
            valid_days: Number(days),
          },
        });
        setSecret(data.secret);
      }}
    >
      {(input, { values, change, faultAt }) => (
        <>
          {isNew && (
            <TextInput
              label="Name of the institution"
              description="Its organization is read from the token of the person who accepts."
              {...input('name', 'institution_name')}
            />
          )}
          {isNew && (
            <RolesInput
              value={values.roles}
              error={faultAt('roles')}
              onChange={(roles) => change({ roles })}
            />
          )}
          <TextInput
            label="Email"
            type="email"
            description="For your list; nothing is sent to it."
            {...input('email')}
            required={false}
          />
          <TextInput
            label="Days until it expires"
            type="number"
            min={1}
            max={30}
            {...input('days', 'valid_days')}
          />
        </>
      )}
    </FormButton>
  );
}
