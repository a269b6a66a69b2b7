import { Box, Group, Stack, Text, Tooltip } from '@mantine/core';
import { AxisBottom } from '@visx/axis';
import { useParentSize } from '@visx/responsive';
import { scaleBand, scaleLinear } from '@visx/scale';
import { BarStack } from '@visx/shape';
import { AXIS_LINE, AXIS_TEXT } from './chart-axis.js';
import { CountAxis } from './count-axis.js';
import { plural } from './words.js';

/** A part of the bars. */
export interface Series {
  readonly key: string;
  readonly label: string;
}

/** The numbers of a day by the key of their series. */
export interface DayOfChart {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly counts: Readonly<Record<string, number>>;
}

interface DayChartProps {
  /** The name of the picture for screen readers; a table beside it has the numbers. */
  readonly label: string;
  readonly days: readonly DayOfChart[];
  /** From the bottom of a bar. */
  readonly series: readonly Series[];
  readonly noun: readonly [one: string, many: string];
}

/** Readable on the backgrounds of both color schemes; further series repeat them. */
const COLORS = [
  ...['brand-5', 'orange-6', 'teal-6', 'grape-6', 'cyan-6', 'pink-6', 'lime-6', 'yellow-6'],
  'gray-6',
].map((name) => `var(--mantine-color-${name})`);

const HEIGHT = 260;
const MARGIN = { top: 8, right: 8, bottom: 28, left: 48 };
/** In pixels. */
const LABEL_WIDTH = 64;
const TICKS = 5;

/** Stacked bars of each day, as wide as their parent. */
export function DayChart({ label, days, series, noun }: DayChartProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 0 });
  return (
    <Stack gap="sm">
      <Box ref={parentRef} h={HEIGHT} role="img" aria-label={label}>
        {width > 0 && <Bars width={width} days={days} series={series} noun={noun} />}
      </Box>
      <Group gap="md">
        {series.map(({ key, label: name }, index) => (
          <Group key={key} gap={6} wrap="nowrap">
            <Swatch color={colorOf(index)} />
            <Text size="sm">{name}</Text>
          </Group>
        ))}
      </Group>
    </Stack>
  );
}

interface BarsProps extends Omit<DayChartProps, 'label'> {
  readonly width: number;
}

function Bars({ width, days, series, noun }: BarsProps) {
  const right = Math.max(MARGIN.left + 1, width - MARGIN.right);
  const bottom = HEIGHT - MARGIN.bottom;
  const top = Math.max(1, ...days.map(totalOf));
  const x = scaleBand<string>({
    domain: days.map(({ day }) => day),
    range: [MARGIN.left, right],
    padding: 0.3,
  });
  const y = scaleLinear<number>({ domain: [0, top], range: [bottom, MARGIN.top], nice: TICKS });
  const keys = series.map(({ key }) => key);
  const color = (key: string) => colorOf(keys.indexOf(key));
  const every = Math.ceil((days.length * LABEL_WIDTH) / (right - MARGIN.left));
  return (
    <svg width={width} height={HEIGHT} display="block" aria-hidden>
      <CountAxis scale={y} ticks={TICKS} left={MARGIN.left} right={right} />
      <BarStack
        data={[...days]}
        keys={keys}
        x={({ day }) => day}
        value={({ counts }, key) => counts[key] ?? 0}
        xScale={x}
        yScale={y}
        color={color}
      >
        {(stacks) =>
          stacks.flatMap(({ bars }) =>
            bars.map(({ key, index, x: left, y: start, width: wide, height, color: fill }) => (
              <rect
                key={`${key} ${index}`}
                x={left}
                y={start}
                width={wide}
                height={Math.max(0, height)}
                fill={fill}
                style={{ forcedColorAdjust: 'none' }}
              />
            )),
          )
        }
      </BarStack>
      {days.map((day) => (
        <Tooltip key={day.day} label={<DayInWords day={day} series={series} noun={noun} />}>
          <rect
            x={x(day.day)}
            y={MARGIN.top}
            width={x.bandwidth()}
            height={bottom - MARGIN.top}
            fill="transparent"
          />
        </Tooltip>
      ))}
      <AxisBottom
        scale={x}
        top={bottom}
        tickValues={days.filter((_, index) => index % every === 0).map(({ day }) => day)}
        tickFormat={shortDay}
        tickLabelProps={{ ...AXIS_TEXT, textAnchor: 'middle' }}
        stroke={AXIS_LINE}
        hideTicks
      />
    </svg>
  );
}

function DayInWords({
  day,
  series,
  noun,
}: Omit<BarsProps, 'width' | 'days'> & { day: DayOfChart }) {
  return (
    <Stack gap={0}>
      <Text size="sm">
        {shortDay(day.day)}: {plural(totalOf(day), ...noun)}
      </Text>
      {series
        .filter(({ key }) => day.counts[key] !== undefined)
        .map(({ key, label }) => (
          <Text key={key} size="sm">
            {label}: {day.counts[key]?.toLocaleString()}
          </Text>
        ))}
    </Stack>
  );
}

function Swatch({ color }: { readonly color: string | undefined }) {
  return (
    <Box
      component="span"
      aria-hidden
      w={12}
      h={12}
      style={{ background: color, borderRadius: 3, flex: 'none', forcedColorAdjust: 'none' }}
    />
  );
}

function colorOf(index: number): string {
  return COLORS[index % COLORS.length] ?? 'currentColor';
}

function totalOf({ counts }: DayOfChart): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

const SHORT = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

function shortDay(day: string): string {
  return SHORT.format(new Date(`${day}T00:00:00Z`));
}
