import { AddressSelect } from './address-filter.js';

interface NamedSelectProps {
  /** The member of the address. */
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  /** Values with their names. */
  readonly named: readonly (readonly [string, string])[];
}

/** A filter of the address; a value that is no option is shown as it is. */
export function NamedSelect({ name, label, value = 'all', named }: NamedSelectProps) {
  const sorted = [...named].sort(([, a], [, b]) => a.localeCompare(b));
  const isKnown = value === 'all' || sorted.some(([id]) => id === value);
  const options = Object.fromEntries([
    ['all', `Any ${label.toLowerCase()}`],
    ...sorted,
    ...(isKnown ? [] : [[value, `…${value.slice(-12)}`] as const]),
  ]);
  return <AddressSelect name={name} label={label} value={value} options={options} />;
}
