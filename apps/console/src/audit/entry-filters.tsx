import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useId, type SubmitEvent } from 'react';
import { useDraft } from '../parts/use-draft.js';
import type { EnteredCriteria, EntryCriteria } from './audit-search.js';

interface EntryFiltersProps {
  readonly criteria: EntryCriteria;
  /** The types of events that the input suggests. */
  readonly types: readonly string[];
  readonly onSubmit: (criteria: EnteredCriteria) => unknown;
}

/** The filters of the entries. */
export function EntryFilters({ criteria, types, onSubmit }: EntryFiltersProps) {
  const [values, setValues] = useDraft<Values>({ ...NONE, ...criteria });
  const suggestions = useId();
  const input = (name: keyof EntryCriteria) => ({
    value: values[name],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      setValues({ ...values, [name]: currentTarget.value }),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit(enteredIn(values));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
          <TextInput label="Event" list={suggestions} {...input('type')} />
          <TextInput label="Subject id" {...input('subject')} />
          <TextInput label="Account id" {...input('account_id')} />
          <TextInput label="Related id" {...input('related_id')} />
        </SimpleGrid>
        <datalist id={suggestions}>
          {types.map((type) => (
            <option key={type} value={type} />
          ))}
        </datalist>
        <Group gap="xs">
          <Button type="submit">Filter</Button>
          {Object.keys(criteria).length > 0 && (
            <Button
              variant="default"
              onClick={() => {
                setValues(NONE);
                onSubmit(enteredIn(NONE));
              }}
            >
              Remove filters
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

type Values = Readonly<Record<keyof EntryCriteria, string>>;

const NONE: Values = { type: '', subject: '', account_id: '', related_id: '' };

function enteredIn({ type, subject, account_id, related_id }: Values): EnteredCriteria {
  return {
    type: type.trim() || undefined,
    subject: subject.trim() || undefined,
    account_id: account_id.trim() || undefined,
    related_id: related_id.trim() || undefined,
  };
}
