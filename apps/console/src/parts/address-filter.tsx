import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

interface AddressFilterProps {
  /** The member of the address. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** The labels of the values. */
  readonly options: Readonly<Record<string, string>>;
  /** The value that is not in the address; by default `all`. */
  readonly unset?: string;
}

function useFilter({ name, label, value, options, unset = 'all' }: AddressFilterProps) {
  const navigate = useNavigate();
  return {
    'aria-label': label,
    value,
    data: Object.entries(options).map(([option, text]) => ({ value: option, label: text })),
    select: (selected: string) =>
      navigate({
        to: '.',
        search: (search) => ({ ...search, [name]: selected === unset ? undefined : selected }),
        resetScroll: false,
      }),
  };
}

/** A list of values, of which the address has the selected one. */
export function AddressSelect(props: AddressFilterProps) {
  const { select, ...input } = useFilter(props);
  return (
    <NativeSelect
      w={{ base: '100%', xs: 'auto' }}
      miw={{ xs: 160 }}
      {...input}
      onChange={({ currentTarget }) => select(currentTarget.value)}
    />
  );
}

/** A few values side by side, of which the address has the selected one. */
export function AddressSegments(props: AddressFilterProps) {
  const { select, ...input } = useFilter(props);
  // On a phone the values scroll inside the control.
  const style = { alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' } as const;
  return <SegmentedControl style={style} {...input} onChange={select} />;
}
