import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { FormButton } from '../parts/form-button.js';
import { useForm } from '../parts/use-form.js';

/** Creates a network that the institution governs. */
export function NewNetworkButton() {
  const { ndx } = useApi();
  const cache = useQueryClient();
  const { values, input, reset } = useForm({ name: '', country: 'US' });
  const create = async () => {
    await ndx.createNetwork({ body: values });
    await cache.invalidateQueries({ queryKey: ['session'] });
    reset();
  };
  return (
    <FormButton
      label="New network"
      title="New network"
      submitLabel="Create"
      variant="default"
      act={create}
    >
      <TextInput label="Name" {...input('name')} />
      <TextInput
        label="Country"
        description="Two letters, such as US. States without a country are read as its subdivisions."
        maxLength={2}
        {...input('country')}
      />
    </FormButton>
  );
}
