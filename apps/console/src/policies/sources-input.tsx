import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import type { Participant } from '@ndx/client';

interface SourcesInputProps extends MultiSelectProps {
  readonly participants: readonly Participant[];
  /** The selected institutions, in the order of preference. */
  readonly value: string[];
  /** The label of an empty selection. */
  readonly anySource: string;
}

/** Selects the furnishers that a policy accepts for a section or a field. */
export function SourcesInput({ participants, value, anySource, ...input }: SourcesInputProps) {
  return (
    <MultiSelect
      searchable
      placeholder={value.length === 0 ? anySource : ''}
      data={optionsOf(participants, value)}
      value={value}
      {...input}
    />
  );
}

/** The furnishers, and the selected institutions that are none any more. */
function optionsOf(participants: readonly Participant[], selected: readonly string[]) {
  const furnishers = participants.filter(({ roles }) => roles.includes('furnisher'));
  const former = selected.filter((id) => !furnishers.some(({ entity_id }) => entity_id === id));
  return [
    ...furnishers.map(({ entity_id, name }) => ({ value: entity_id, label: name })),
    ...former.map((id) => {
      const name = participants.find(({ entity_id }) => entity_id === id)?.name;
      return { value: id, label: `${name ?? `…${id.slice(-12)}`} (not a furnisher)` };
    }),
  ];
}
