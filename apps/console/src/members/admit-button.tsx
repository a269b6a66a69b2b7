import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../app/api.js';
import { FormButton } from '../parts/form-button.js';
import { useForm } from '../parts/use-form.js';
import { RolesInput, type Role } from './roles-input.js';

/** Admits an institution that another network registered. */
export function AdmitButton({ networkId }: { readonly networkId: string }) {
  const { ndx } = useApi();
  const cache = useQueryClient();
  const { values, input, reset } = useForm({ entity_id: '' });
  const [roles, setRoles] = useState<readonly Role[]>(['querier']);
  const admit = async () => {
    const path = { network_id: networkId, entity_id: values.entity_id.trim() };
    await ndx.grantMembership({ path, body: { roles: [...roles] } });
    await cache.invalidateQueries({ queryKey: ['institutions'] });
    reset();
  };
  return (
    <FormButton
      label="Admit institution"
      title="Admit an institution"
      submitLabel="Admit"
      variant="default"
      act={admit}
    >
      <TextInput
        label="Institution id"
        description="The institution requests admission first, or is a member of another network that you govern."
        {...input('entity_id')}
      />
      <RolesInput value={roles} onChange={setRoles} />
    </FormButton>
  );
}
