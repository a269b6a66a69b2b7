import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useId, type SubmitEvent } from 'react';
import { instantOf, localOf } from '../parts/local-time.js';
import { useDraft } from '../parts/use-draft.js';
import type { EntryCriteria } from './audit-search.js';

interface EntryFiltersProps {
  readonly criteria: EntryCriteria;
  /** The types of events that the input suggests. */
  readonly types: readonly string[];
  readonly onSubmit: (criteria: EntryCriteria) => unknown;
}

/** The filters of the entries. The reader enters times in the zone of the browser. */
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
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="sm">
          <TextInput label="Event" list={suggestions} {...input('type')} />
          <TextInput label="Subject id" {...input('subject')} />
          <TextInput label="From" type="datetime-local" step={1} {...input('from')} />
          <TextInput label="Before" type="datetime-local" step={1} {...input('to')} />
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

function valuesOf({ type = '', subject = '', from, to }: EntryCriteria): Values {
  return { type, subject, from: localOf(from), to: localOf(to) };
}

function criteriaOfValues({ type, subject, from, to }: Values): EntryCriteria {
  return {
    ...(type.trim() !== '' && { type: type.trim() }),
    ...(subject.trim() !== '' && { subject: subject.trim() }),
    ...(from !== '' && { from: instantOf(from) }),
    ...(to !== '' && { to: instantOf(to) }),
  };
}
