import { Checkbox, SimpleGrid, Text } from '@mantine/core';
import type { Product } from '@ndx/client';
import { SectionAccordion } from '../parts/section-accordion.js';
import { inWords, plural } from '../parts/words.js';

type Model = Product['furnished_models'][number];

interface EditRequiredFieldsProps {
  readonly models: readonly Model[];
  /** As `model.field`. */
  readonly required: readonly string[];
  readonly onChange: (required: string[]) => void;
}

/** Selects the fields that a record must have, by model. */
export function EditRequiredFields({ models, required, onChange }: EditRequiredFieldsProps) {
  return (
    <SectionAccordion
      models={models}
      order={2}
      open={[models[0]]}
      facts={({ model_name: model }) => (
        <Text size="sm" c="dimmed">
          {plural(required.filter((name) => name.startsWith(`${model}.`)).length, 'required field')}
        </Text>
      )}
    >
      {(model) => <FieldsOfModel model={model} required={required} onChange={onChange} />}
    </SectionAccordion>
  );
}

interface FieldsOfModelProps extends Omit<EditRequiredFieldsProps, 'models'> {
  readonly model: Model;
}

function FieldsOfModel({ model, required, onChange }: FieldsOfModelProps) {
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
