import { NativeSelect } from '@mantine/core';
import { useProducts } from '../parts/use-products.js';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';
import { fieldsOf } from './catalogue-models.js';

interface FieldSelectProps {
  readonly model: string;
  /** The name of the field; empty for the whole section. */
  readonly value: string;
  readonly onChange: (field: string) => void;
}

/** Selects the disputed field of a section. */
export function FieldSelect({ model, value, onChange }: FieldSelectProps) {
  const { may } = useSession();
  const { data: products = [] } = useProducts(may('policy:read'));
  return (
    <NativeSelect
      label="Field"
      value={value}
      data={[
        { value: '', label: 'The whole section' },
        ...fieldsOf(products, model).map((name) => ({ value: name, label: inWords(name) })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
