import { Tooltip } from '@mantine/core';
import { useState } from 'react';

const SHOWN = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'always' });

/** Units of time from the longest to the shortest, in milliseconds. */
const UNITS = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** A time in the reader's zone; on hover the exact value and the distance from now. */
export function Moment({ at }: { readonly at: string }) {
  return (
    <Tooltip label={<ExactTime at={at} />}>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {SHOWN.format(new Date(at))}
      </time>
    </Tooltip>
  );
}

/** Mounted when the reader points at the time. */
function ExactTime({ at }: { readonly at: string }) {
  const [now] = useState(() => Date.now());
  return `${at} (${distance(Date.parse(at) - now)})`;
}

/** A duration from now in its largest unit, for example "3 hours ago". */
function distance(milliseconds: number): string {
  const [unit, length] = UNITS.find(([, size]) => Math.abs(milliseconds) >= size) ?? UNITS[5];
  return RELATIVE.format(Math.trunc(milliseconds / length), unit);
}
