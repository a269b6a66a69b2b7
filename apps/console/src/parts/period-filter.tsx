import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  dayOf,
  daysIn,
  intervalOf,
  PERIOD_LABELS,
  type Interval,
  type Period,
  type PeriodSearch,
} from './periods.js';

interface PeriodFilterProps {
  readonly search: PeriodSearch;
  /** The period of an address without one; by default all time. */
  readonly initial?: Period;
}

const ALL_TIME = 'all';
const OTHER_DAYS = 'days';
const DAY_MS = 86_400_000;

/** The periods that one click selects. */
const AT_ONCE: readonly Period[] = ['yesterday', '7d', 'last-quarter'];

/** The period of a list in the address: a usual one, or any days in UTC. */
export function PeriodFilter({ search, initial }: PeriodFilterProps) {
  const select = useSelect();
  const days = daysIn(search);
  const selected = days ? OTHER_DAYS : (search.period ?? initial ?? ALL_TIME);
  const choose = (value: string) => {
    if (value === ALL_TIME) return select({});
    if (value !== OTHER_DAYS) return select({ period: value });
    const { from, to } = intervalOf(search, initial ?? '7d');
    const last = new Date(Date.parse(to) - 1);
    return select({ from: dayOf(new Date(from)), to: dayAfter(dayOf(last)) });
  };
  return (
    <Group gap="xs">
      <Button.Group>
        {AT_ONCE.map((period) => (
          <Button
            key={period}
            size="compact-sm"
            variant={selected === period ? 'light' : 'default'}
            aria-pressed={selected === period}
            onClick={() => choose(period)}
          >
            {PERIOD_LABELS[period]}
          </Button>
        ))}
      </Button.Group>
      <NativeSelect
        aria-label="Period"
        w={{ base: '100%', xs: 'auto' }}
        miw={160}
        value={selected}
        data={[
          ...(initial === undefined ? [{ value: ALL_TIME, label: 'All time' }] : []),
          ...Object.entries(PERIOD_LABELS).map(([value, label]) => ({ value, label })),
          { value: OTHER_DAYS, label: 'Other days' },
        ]}
        onChange={({ currentTarget: { value } }) => choose(value)}
      />
      {days && <DayInputs {...days} />}
    </Group>
  );
}

/** The selected period in words. */
export function periodInWords(search: PeriodSearch, initial: Period): string {
  const days = daysIn(search);
  if (!days) return PERIOD_LABELS[search.period ?? initial].toLowerCase();
  return `${firstOf(days)} to ${lastOf(days)} (UTC)`;
}

/** The first and the last day; two that are no period are not in the address. */
function DayInputs(interval: Interval) {
  const select = useSelect();
  const [entered, setEntered] = useState<{ readonly first: string; readonly last: string }>();
  const { first, last } = entered ?? { first: firstOf(interval), last: lastOf(interval) };
  const isPeriod = first !== '' && first <= last;
  const enter = (days: { readonly first: string; readonly last: string }) => {
    const isComplete = days.first !== '' && days.first <= days.last;
    setEntered(isComplete ? undefined : days);
    return isComplete ? select({ from: days.first, to: dayAfter(days.last) }) : undefined;
  };
  return (
    <>
      <TextInput
        type="date"
        aria-label="First day (UTC)"
        value={first}
        onChange={({ currentTarget: { value } }) => enter({ first: value, last })}
      />
      <TextInput
        type="date"
        aria-label="Last day (UTC)"
        value={last}
        onChange={({ currentTarget: { value } }) => enter({ first, last: value })}
      />
      {!isPeriod && (
        <Text size="sm" role="alert">
          Select a last day that is not before the first one.
        </Text>
      )}
    </>
  );
}

function useSelect() {
  const navigate = useNavigate();
  return (period: Readonly<Record<string, string>>) =>
    navigate({
      to: '.',
      search: (search) => ({
        ...search,
        period: undefined,
        from: undefined,
        to: undefined,
        ...period,
      }),
      resetScroll: false,
    });
}

function firstOf({ from }: Interval): string {
  return dayOf(new Date(from));
}

function lastOf({ to }: Interval): string {
  return dayOf(new Date(Date.parse(to) - 1));
}

function dayAfter(day: string): string {
  return dayOf(new Date(Date.parse(day) + DAY_MS));
}
