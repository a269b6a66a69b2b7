import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { Network } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { useApi } from '../app/api.js';
import { allQuery } from '../app/reads.js';
import type { ServiceName } from '../operation/services.js';
import { useAccountNames } from '../parts/names.js';
import { faultAt } from '../parts/shape-fault.js';
import { useDraft } from '../parts/use-draft.js';
import type { EnteredCriteria, EntryCriteria } from './audit-search.js';
import { eventTypes } from './event-types.js';

interface EntryFiltersProps {
  readonly network: Network;
  readonly services: readonly ServiceName[];
  readonly criteria: EntryCriteria;
  /** Why the entries with these criteria cannot be read. */
  readonly error: Error | null;
  readonly onSubmit: (criteria: EnteredCriteria) => unknown;
}

/** Institutions whose accounts are read for the choice; of more, those of the chosen one. */
const FEW = 20;

/** The filters of the entries: by choices with names, and by any id. */
export function EntryFilters(props: EntryFiltersProps) {
  const { network, services, criteria, error, onSubmit } = props;
  const [values, setValues] = useDraft<Values>({ ...NONE, ...criteria });
  const { ndx } = useApi();
  const path = { network_id: network.network_id };
  const { data: institutions = [] } = useQuery(allQuery(ndx, 'listParticipants', { path }));
  const ids = institutions.map(({ entity_id }) => entity_id);
  const accounts = useAccountNames(
    network,
    ids.length > FEW ? ids.filter((id) => id === criteria.related_id) : ids,
  );
  const input = (name: keyof EntryCriteria) => ({
    value: values[name],
    error: values[name] === criteria[name] ? faultAt(error, name) : undefined,
    autoComplete: 'off',
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      setValues({ ...values, [name]: currentTarget.value }),
  });
  const choose = (name: keyof EntryCriteria) => (value: string) => {
    setValues({ ...values, [name]: value });
    onSubmit(enteredIn({ ...values, [name]: value }));
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit(enteredIn(values));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="sm">
          <Choice
            label="Event"
            value={values.type}
            named={eventTypes(services)}
            onChange={choose('type')}
          />
          <Choice
            label="Account"
            value={values.account_id}
            named={[...accounts]}
            onChange={choose('account_id')}
          />
          <Choice
            label="Institution"
            value={ids.includes(values.related_id) ? values.related_id : ''}
            named={institutions.map(({ entity_id, name }) => [entity_id, name] as const)}
            onChange={choose('related_id')}
          />
          <TextInput label="Subject id" {...input('subject')} />
          <TextInput label="Related id" {...input('related_id')} />
        </SimpleGrid>
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

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  /** Values with their names. */
  readonly named: readonly (readonly [string, string])[];
  readonly onChange: (value: string) => void;
}

/** A choice by name; a value without one is shown as it is. */
function Choice({ label, value, named, onChange }: ChoiceProps) {
  const isKnown = value === '' || named.some(([id]) => id === value);
  const sorted = named.toSorted(([, a], [, b]) => a.localeCompare(b));
  return (
    <NativeSelect
      label={label}
      value={value}
      data={[
        { value: '', label: `Any ${label.toLowerCase()}` },
        ...sorted.map(([id, name]) => ({ value: id, label: name })),
        ...(isKnown ? [] : [{ value, label: value }]),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
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
