import { Group, Stack, Text, Tooltip } from '@mantine/core';
import { inWords, plural } from '../parts/words.js';
import { ticksOf } from './chart-ticks.js';
import { perDay, productsOf, sumOf, type DayOfUsage } from './statement.js';
import classes from './usage-chart.module.css';
import type { Usage } from './usage-search.js';

/** One for each product; further products repeat them. */
const COLORS = ['indigo', 'teal', 'orange', 'grape', 'cyan', 'lime', 'pink', 'yellow', 'gray'].map(
  (name) => `var(--mantine-color-${name}-6)`,
);
/** A wide screen has room for this number of labels below the bars, a narrow one for half of it. */
const MAX_LABELS = 8;

interface Bar {
  readonly product: string;
  readonly color: string | undefined;
}

/** Stacked bars of the queries on each day. `UsageTable` has the same numbers as text. */
export function UsageChart({ usage }: { readonly usage: Usage }) {
  const bars = productsOf(usage.counts).map((product, index) => ({
    product,
    color: COLORS[index % COLORS.length],
  }));
  const days = perDay(usage.counts, usage.window);
  const ticks = ticksOf(Math.max(...days.map(({ total }) => total)));
  const total = plural(sumOf(usage.counts), 'query', 'queries');
  return (
    <>
      <div
        role="img"
        aria-label={`${total} in ${plural(days.length, 'day')}, as bars per day`}
        className={classes['chart']}
      >
        <div className={classes['scale']}>
          {ticks.map((tick) => (
            <span key={tick} className={classes['tick']}>
              {tick.toLocaleString()}
            </span>
          ))}
        </div>
        <div className={classes['plot']}>
          <div className={classes['lines']}>
            {ticks.map((tick) => (
              <div key={tick} className={classes['line']} />
            ))}
          </div>
          <div className={classes['days']}>
            {days.map((day) => (
              <DayBar key={day.day} day={day} bars={bars} top={ticks.at(-1) ?? 1} />
            ))}
          </div>
        </div>
        <Labels days={days} />
      </div>
      <Group gap="md">
        {bars.map((bar) => (
          <Legend key={bar.product} {...bar} />
        ))}
      </Group>
    </>
  );
}

interface DayBarProps {
  readonly day: DayOfUsage;
  readonly bars: readonly Bar[];
  /** The value at the top of the chart. */
  readonly top: number;
}

function DayBar({ day: { day, counts, total }, bars, top }: DayBarProps) {
  const queried = bars.filter(({ product }) => counts[product] !== undefined);
  return (
    <Tooltip
      label={
        <Stack gap={0}>
          <Text size="sm">
            {shortDay(day)}: {plural(total, 'query', 'queries')}
          </Text>
          {queried.map(({ product }) => (
            <Text key={product} size="sm">
              {inWords(product)}: {counts[product]?.toLocaleString()}
            </Text>
          ))}
        </Stack>
      }
    >
      <div className={classes['day']}>
        {queried.map(({ product, color }) => (
          <div
            key={product}
            className={classes['part']}
            style={{ background: color, height: `${(100 * (counts[product] ?? 0)) / top}%` }}
          />
        ))}
      </div>
    </Tooltip>
  );
}

/** The names of as many days as fit below the bars. */
function Labels({ days }: { readonly days: readonly DayOfUsage[] }) {
  const step = Math.ceil(days.length / MAX_LABELS);
  return (
    <div className={classes['labels']}>
      {days.map(({ day }, index) => (
        <span key={day} className={classes['label']}>
          {index % step === 0 && (
            <span className={index % (2 * step) === 0 ? undefined : classes['wide']}>
              {shortDay(day)}
            </span>
          )}
        </span>
      ))}
    </div>
  );
}

function Legend({ product, color }: Bar) {
  return (
    <Group gap={6} wrap="nowrap">
      <span aria-hidden className={classes['swatch']} style={{ background: color }} />
      <Text size="sm">{inWords(product)}</Text>
    </Group>
  );
}

const SHORT = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

function shortDay(day: string): string {
  return SHORT.format(new Date(`${day}T00:00:00Z`));
}
