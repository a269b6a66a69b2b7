import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { FormButton } from '../parts/form-button.js';
import { Loaded } from '../parts/loaded.js';
import { useForm } from '../parts/use-form.js';
import { useProducts } from '../parts/use-products.js';
import { inWords } from '../parts/words.js';

/** Opens the form of a new attestation. */
export function AttestButton() {
  const { ndx } = useApi();
  const cache = useQueryClient();
  const products = useProducts();
  const { values, input, reset } = useForm({
    product_id: '',
    signed_by_name: '',
    signed_by_title: '',
    statement: '',
  });
  const attest = async () => {
    const { statement, ...rest } = values;
    await ndx.createAttestation({ body: { ...rest, attestation_data: { statement } } });
    await cache.invalidateQueries({ queryKey: ['attestations'] });
    reset();
  };
  return (
    <FormButton
      label="Attest"
      title="New attestation"
      submitLabel="Attest for 12 months"
      act={attest}
    >
      <Loaded query={products}>
        {(list) => (
          <NativeSelect
            label="Product"
            data={[
              { value: '', label: 'Select a product', disabled: true },
              ...list
                .filter(({ furnish_path }) => furnish_path !== null)
                .map(({ id, slug }) => ({ value: id, label: inWords(slug) })),
            ]}
            {...input('product_id')}
          />
        )}
      </Loaded>
      <TextInput label="Signed by" {...input('signed_by_name')} />
      <TextInput label="Title" {...input('signed_by_title')} />
      <Textarea label="Statement" autosize minRows={2} {...input('statement')} />
    </FormButton>
  );
}
