import { NativeSelect, TextInput } from '@mantine/core';
import { useProducts } from '../parts/use-products.js';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';
import { modelsOf } from './catalogue-models.js';
import { DisputeFormButton } from './dispute-form-button.js';

/** Disputes a record because its subject asked for it. */
export function DisputeForSubjectButton() {
  const { may } = useSession();
  const mayDispute = may('product:query') && may('policy:read');
  const { data: products = [] } = useProducts(mayDispute);
  const models = modelsOf(products);
  const [first] = models;
  if (!mayDispute || first === undefined) return null;
  return (
    <DisputeFormButton initial={{ record_id: '', model_name: first }} queryEventId={null}>
      {(target, select) => (
        <>
          <TextInput
            label="Record id"
            description="To dispute a record that one of your answers used, open the query."
            required
            value={target.record_id}
            onChange={({ currentTarget: { value } }) => select({ ...target, record_id: value })}
          />
          <NativeSelect
            label="Section"
            value={target.model_name}
            data={models.map((value) => ({ value, label: inWords(value) }))}
            onChange={({ currentTarget: { selectedIndex } }) =>
              select({ ...target, model_name: models[selectedIndex] ?? first })
            }
          />
        </>
      )}
    </DisputeFormButton>
  );
}
