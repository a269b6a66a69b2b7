import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { FormButton } from '../parts/form-button.js';
import { useForm } from '../parts/use-form.js';

interface AddAccountButtonProps {
  readonly networkId: string;
  readonly entityId: string;
}

/** Adds a user of the institution's identity provider as an account. */
export function AddAccountButton({ networkId, entityId }: AddAccountButtonProps) {
  const { ndx } = useApi();
  const cache = useQueryClient();
  const { values, input, reset } = useForm({ subject: '', email: '' });
  const add = async () => {
    const { subject, email } = values;
    await ndx.addAccount({
      path: { network_id: networkId, entity_id: entityId },
      body: { subject, ...(email !== '' && { email }) },
    });
    await cache.invalidateQueries({ queryKey: ['accounts'] });
    reset();
  };
  return (
    <FormButton label="Add account" title="Add an account" submitLabel="Add" act={add}>
      <TextInput
        label="User"
        description="The user claim (sub) of the tokens, as the identity provider states it."
        {...input('subject')}
      />
      <TextInput label="Email" type="email" {...input('email')} required={false} />
    </FormButton>
  );
}
