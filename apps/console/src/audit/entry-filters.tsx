import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useId, type SubmitEvent } from 'react';
import { useDraft } from '../parts/use-draft.js';
import type { EntryCriteria } from './audit-search.js';

interface EntryFiltersProps {
  readonly criteria: EntryCriteria;
  /** The types of events that the input suggests. */
  readonly types: readonly string[];
  readonly onSubmit: (criteria: EntryCriteria) => unknown;
}

/** The filters of the entries. */
export function EntryFilters({ criteria, types, onSubmit }: EntryFiltersProps) {
  const [values, setValues] = useDraft(valuesOf(criteria));
  const suggestions = useId();
  const input = (name: keyof EntryCriteria) => ({
    value: values[name],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      setValues({ ...values, [name]: currentTarget.value }),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit(criteriaOfValues(values));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="sm">
          <TextInput label="Event" list={suggestions} {...input('type')} />
          <TextInput label="Subject id" {...input('subject')} />
          <TextInput label="Account id" {...input('account_id')} />
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
                setValues(valuesOf({}));
                onSubmit({});
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

function valuesOf({ type = '', subject = '', account_id = '' }: EntryCriteria): Values {
  return { type, subject, account_id };
}

function criteriaOfValues({ type, subject, account_id: account }: Values): EntryCriteria {
  return {
    ...(type.trim() !== '' && { type: type.trim() }),
    ...(subject.trim() !== '' && { subject: subject.trim() }),
    ...(account.trim() !== '' && { account_id: account.trim() }),
  };
}
