import { Box, Group, Stack, Text } from '@mantine/core';
import { AxisBottom } from '@visx/axis';
import { useParentSize } from '@visx/responsive';
import { scaleLinear } from '@visx/scale';
import { AXIS_LINE, AXIS_TEXT } from '../parts/chart-axis.js';
import {
  inMilliseconds,
  outcomeOf,
  placeOf,
  WORK_WORDS,
  type Step,
  type Work,
} from './path-of-request.js';

/** The bars of each kind of work: readable in both color schemes, and different without colors. */
const BARS: Readonly<
  Record<Work, { readonly color: string; readonly dashes?: string; readonly height: number }>
> = {
  request: { color: 'indigo', height: 10 },
  call: { color: 'cyan', height: 4 },
  statement: { color: 'teal', height: 10, dashes: 'none' },
  event: { color: 'grape', height: 10, dashes: '4 3' },
  work: { color: 'gray', height: 4, dashes: 'none' },
};

const ROW = 36;
/** The baseline of the label and the middle of the bar within a row. */
const LABEL = 14;
const BAR = 26;
const AXIS = 30;
const MARGIN = 10;
const INDENT = 10;
const TICK_WIDTH = 110;
/** Half the width of a label of the axis. */
const EDGE = 30;
/** The width of a letter, and of the shortest bar. */
const LETTER = 6.6;
const SHORTEST = 2;

interface WaterfallProps {
  /** The name of the picture for screen readers; the table below it has the numbers. */
  readonly label: string;
  readonly steps: readonly Step[];
  /** The width of the picture in milliseconds. */
  readonly duration: number;
}

/** When each span of a request began and how long it took, one row a span. */
export function Waterfall({ label, steps, duration }: WaterfallProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 0 });
  const kinds = [...new Set(steps.map(({ work }) => work))];
  return (
    <Stack gap="xs">
      <Box
        ref={parentRef}
        h={steps.length * ROW + AXIS}
        role="img"
        aria-label={label}
        // Until the next measurement the picture has the width that the window had before.
        style={{ overflow: 'hidden' }}
      >
        {width > 0 && <Rows width={width} steps={steps} duration={duration} />}
      </Box>
      <Group gap="md">
        {kinds.map((work) => (
          <Group key={work} gap={6} wrap="nowrap">
            <svg width={24} height={14} aria-hidden>
              <Bar work={work} x={1} width={22} middle={7} />
            </svg>
            <Text size="sm">{WORK_WORDS[work]}</Text>
          </Group>
        ))}
      </Group>
    </Stack>
  );
}

function Rows({
  width,
  steps,
  duration,
}: Omit<WaterfallProps, 'label'> & { readonly width: number }) {
  const right = Math.max(MARGIN + 1, width - MARGIN);
  const bottom = steps.length * ROW;
  // A request without a measurable duration still has an axis.
  const x = scaleLinear<number>({ domain: [0, Math.max(duration, 0.001)], range: [MARGIN, right] });
  const ticks = x
    .ticks(Math.max(1, Math.floor(width / TICK_WIDTH)))
    .filter((tick) => tick === 0 || x(tick) < width - EDGE);
  return (
    <svg width={width} height={bottom + AXIS} display="block" aria-hidden>
      {ticks.map((tick) => (
        <line key={tick} x1={x(tick)} x2={x(tick)} y1={0} y2={bottom} stroke={AXIS_LINE} />
      ))}
      {steps.map((step, index) => (
        <g key={step.span.span_id} transform={`translate(0, ${index * ROW})`}>
          <text
            x={MARGIN + step.depth * INDENT}
            y={LABEL}
            fontSize={12}
            fill="var(--mantine-color-text)"
            fontFamily="inherit"
            stroke="var(--mantine-color-body)"
            strokeWidth={4}
            paintOrder="stroke"
          >
            {shortened(labelOf(step), right - MARGIN - step.depth * INDENT)}
          </text>
          <Bar
            work={step.work}
            x={x(step.span.start_ms)}
            width={x(step.span.duration_ms) - MARGIN}
            middle={BAR}
            hasFailed={step.span.status === 'error'}
          />
        </g>
      ))}
      <AxisBottom
        scale={x}
        top={bottom}
        tickValues={ticks}
        tickFormat={(value) => inMilliseconds(Number(value))}
        tickLabelProps={(value) => ({ ...AXIS_TEXT, textAnchor: value === 0 ? 'start' : 'middle' })}
        stroke={AXIS_LINE}
        tickStroke={AXIS_LINE}
      />
    </svg>
  );
}

function labelOf(step: Step): string {
  const { span } = step;
  const outcome = span.status === 'error' ? ` · ${outcomeOf(span)}` : '';
  return `${placeOf(step)}: ${span.name} · ${inMilliseconds(span.duration_ms)}${outcome}`;
}

function shortened(text: string, width: number): string {
  const most = Math.max(8, Math.floor(width / LETTER));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

interface BarProps {
  readonly work: Work;
  readonly x: number;
  readonly width: number;
  readonly middle: number;
  readonly hasFailed?: boolean;
}

/** A filled bar, or an outlined one where `dashes` are set; of a failed span in red. */
function Bar({ work, x, width, middle, hasFailed = false }: BarProps) {
  const { color, dashes, height } = BARS[work];
  const paint = `var(--mantine-color-${hasFailed ? 'red' : color}-6)`;
  return (
    <rect
      x={x}
      y={middle - height / 2}
      width={Math.max(SHORTEST, width)}
      height={height}
      rx={1}
      fill={dashes === undefined ? paint : 'none'}
      stroke={paint}
      strokeWidth={1.5}
      strokeDasharray={dashes}
      style={{ forcedColorAdjust: 'none' }}
    />
  );
}
