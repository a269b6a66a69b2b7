import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../app/api.js';
import { FormButton } from '../parts/form-button.js';
import { useForm } from '../parts/use-form.js';
import { RolesInput, type Role } from './roles-input.js';

/** Registers an institution whose home network this is. */
export function RegisterButton({ networkId }: { readonly networkId: string }) {
  const { ndx } = useApi();
  const cache = useQueryClient();
  const { values, input, reset } = useForm({ name: '', org_id: '' });
  const [roles, setRoles] = useState<readonly Role[]>(['furnisher']);
  const register = async () => {
    const body = { ...values, roles: [...roles] };
    await ndx.registerInstitution({ path: { network_id: networkId }, body });
    await cache.invalidateQueries({ queryKey: ['institutions'] });
    reset();
  };
  return (
    <FormButton
      label="Register institution"
      title="Register an institution"
      submitLabel="Register"
      act={register}
    >
      <TextInput label="Name" {...input('name')} />
      <TextInput
        label="Organization"
        description="The organization claim of its tokens, as its identity provider states it."
        {...input('org_id')}
      />
      <RolesInput value={roles} onChange={setRoles} />
    </FormButton>
  );
}
