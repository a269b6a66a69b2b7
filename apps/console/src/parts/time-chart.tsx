import { Box } from '@mantine/core';
import { AxisBottom } from '@visx/axis';
import { useParentSize } from '@visx/responsive';
import { scaleLinear, scaleTime } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { AXIS_LINE, AXIS_TEXT } from './chart-axis.js';
import { CountAxis } from './count-axis.js';

interface PointOfTime {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Null where it is not known: the line has a gap. */
  readonly value: number | null;
}

interface TimeChartProps {
  /** The name of the picture for screen readers; a table beside it has the numbers. */
  readonly label: string;
  readonly points: readonly PointOfTime[];
}

const HEIGHT = 140;
const MARGIN = { top: 8, right: 12, bottom: 24, left: 44 };
const TICKS = 3;

/** A line over time, as wide as its parent. */
export function TimeChart({ label, points }: TimeChartProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 0 });
  return (
    <Box ref={parentRef} h={HEIGHT} role="img" aria-label={label}>
      {width > 0 && points.length > 0 && <Line width={width} points={points} />}
    </Box>
  );
}

function Line({ width, points }: Pick<TimeChartProps, 'points'> & { readonly width: number }) {
  const right = Math.max(MARGIN.left + 1, width - MARGIN.right);
  const bottom = HEIGHT - MARGIN.bottom;
  const times = points.map(({ at }) => at);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const most = Math.max(1, ...points.map(({ value }) => value ?? 0));
  const x = scaleTime<number>({ domain: [first, last + 1], range: [MARGIN.left, right] });
  const y = scaleLinear<number>({ domain: [0, most], range: [bottom, MARGIN.top], nice: TICKS });
  const [point] = points;
  return (
    <svg width={width} height={HEIGHT} display="block" aria-hidden>
      <CountAxis scale={y} ticks={TICKS} left={MARGIN.left} right={right} />
      <LinePath
        data={[...points]}
        x={({ at }) => x(at)}
        y={({ value }) => y(value ?? 0)}
        defined={({ value }) => value !== null}
        stroke="var(--mantine-color-brand-5)"
        strokeWidth={2}
        style={{ forcedColorAdjust: 'none' }}
      />
      {points.length === 1 && point && point.value !== null && (
        <circle cx={x(point.at)} cy={y(point.value)} r={3} fill="var(--mantine-color-brand-5)" />
      )}
      <AxisBottom
        scale={x}
        top={bottom}
        tickValues={first === last ? [first] : [first, last]}
        tickFormat={(value) => CLOCK.format(Number(value))}
        tickLabelProps={(_, index) => ({
          ...AXIS_TEXT,
          textAnchor: index === 0 ? 'start' : 'end',
        })}
        stroke={AXIS_LINE}
        hideTicks
      />
    </svg>
  );
}

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
