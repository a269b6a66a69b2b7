import { NativeSelect } from '@mantine/core';
import { PERIODS, type Period } from './periods.js';

interface PeriodSelectProps {
  readonly value: Period;
  readonly onChange: (period: Period) => void;
}

export function PeriodSelect({ value, onChange }: PeriodSelectProps) {
  return (
    <NativeSelect
      aria-label="Period"
      w={160}
      value={value}
      data={Object.entries(PERIODS).map(([name, { label }]) => ({ value: name, label }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Period)}
    />
  );
}
