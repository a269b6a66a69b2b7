import { Checkbox, SimpleGrid } from '@mantine/core';
import type { Product } from '@ndx/client';
import { inWords } from '../parts/words.js';

interface EditRequiredFieldsProps {
  readonly model: Product['furnished_models'][number];
  /** Of every model, as `model.field`. */
  readonly required: readonly string[];
  readonly onChange: (required: readonly string[]) => void;
}

/** Selects the fields of a model that a record must have. */
export function EditRequiredFields({ model, required, onChange }: EditRequiredFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} role="group" aria-label="Required fields">
      {model.fields.map(({ field_name }) => {
        const name = `${model.model_name}.${field_name}`;
        return (
          <Checkbox
            key={name}
            label={inWords(field_name)}
            checked={required.includes(name)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...required, name] : required.filter((one) => one !== name))
            }
          />
        );
      })}
    </SimpleGrid>
  );
}
