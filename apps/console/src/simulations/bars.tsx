import { Stack, Text } from '@mantine/core';
import type { SimulatedSection } from '@ndx/client';
import { TextLink } from '../parts/page.js';
import { plural } from '../parts/words.js';
import classes from './bars.module.css';
import { CHANGED_QUERIES, type SimulationSearch } from './simulation-search.js';

type Kind = SimulatedSection['change'] | 'accepted' | 'refused' | 'other' | 'unchanged';

/** Readable on the backgrounds of both themes. */
const COLORS: Readonly<Record<Kind, string>> = {
  accepted: 'var(--mantine-color-teal-filled)',
  lost: 'var(--mantine-color-orange-filled)',
  refused: 'var(--mantine-color-red-filled)',
  gained: 'var(--mantine-color-teal-filled)',
  replaced: 'var(--mantine-color-cyan-filled)',
  other: 'var(--mantine-color-cyan-filled)',
  unchanged: 'var(--mantine-color-dimmed)',
};

const KINDS = Object.keys(COLORS) as readonly Kind[];

/** Rows of a chart beyond this number are only in the tables. */
const SHOWN = 8;

export interface BarRow {
  readonly label: string;
  readonly counts: Readonly<Partial<Record<Kind, number>>>;
  /** The queries of the row; undefined while they are not listed. */
  readonly filter: SimulationSearch | undefined;
}

interface BarsProps {
  readonly title: string;
  readonly rows: readonly BarRow[];
}

/** A bar for each row, the largest first; the numbers beside it say the same. */
export function Bars({ title, rows }: BarsProps) {
  const sorted = rows.toSorted((a, b) => sumOf(b) - sumOf(a));
  const top = Math.max(1, ...sorted.map(sumOf));
  const others = sorted.length - SHOWN;
  return (
    <Stack gap="xs" component="section">
      <Text size="sm" fw={600} component="h3" m={0}>
        {title}
      </Text>
      <ul className={classes['rows']} aria-label={title}>
        {sorted.slice(0, SHOWN).map((row) => (
          <Row key={row.label} row={row} top={top} />
        ))}
      </ul>
      {others > 0 && (
        <Text size="sm" c="dimmed">
          And {plural(others, 'other row')} in the tables below.
        </Text>
      )}
    </Stack>
  );
}

interface RowProps {
  readonly row: BarRow;
  /** The value of a whole bar. */
  readonly top: number;
}

function Row({ row: { label, counts, filter }, top }: RowProps) {
  const parts = KINDS.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count > 0 ? [{ kind, count }] : [];
  });
  return (
    <li className={classes['row']}>
      {filter ? (
        <TextLink to="." search={filter} hash={CHANGED_QUERIES}>
          {label}
        </TextLink>
      ) : (
        <Text size="sm">{label}</Text>
      )}
      <Text size="sm" ta="right">
        {parts.map(({ kind, count }) => `${count.toLocaleString()} ${kind}`).join(', ')}
      </Text>
      <div className={classes['bar']} aria-hidden>
        {parts.map(({ kind, count }) => (
          <div
            key={kind}
            className={classes['part']}
            style={{ background: COLORS[kind], width: `${(100 * count) / top}%` }}
          />
        ))}
      </div>
    </li>
  );
}

function sumOf({ counts }: BarRow): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
