import { Box, Group, Stack, Text } from '@mantine/core';
import { AxisBottom } from '@visx/axis';
import { useParentSize } from '@visx/responsive';
import { scaleTime } from '@visx/scale';
import { useState } from 'react';
import { AXIS_LINE, AXIS_TEXT } from '../parts/chart-axis.js';
import { plural } from '../parts/words.js';
import type { Consent } from './consents.js';
import { spanOf, STEP_WORDS, type Span, type Step, type StepOfLife } from './life-of-consent.js';

interface ConsentLifeChartProps {
  readonly consent: Consent;
  readonly steps: readonly StepOfLife[];
}

/** The vertical middles of the rows, in pixels. */
const BAND = { top: 20, height: 14 };
const ROWS = { changes: 62, queries: 96 };
const BOTTOM = 122;
const HEIGHT = BOTTOM + 28;
const MARGIN = 10;
const TICK_WIDTH = 110;
/** Half the width of a label. */
const EDGE = 42;
const DAY_MS = 86_400_000;

/** The mark of each step; readable on the backgrounds of both color schemes, and without colors. */
const MARKS: Readonly<Record<Step, { readonly path: string; readonly color: string }>> = {
  granted: { path: 'M-5,-5h10v10h-10z', color: 'teal' },
  amended: { path: 'M0,-7L7,0L0,7L-7,0z', color: 'indigo' },
  grant_added: { path: 'M-6,5L0,-6L6,5z', color: 'cyan' },
  grant_closed: { path: 'M-6,-5L0,6L6,-5z', color: 'grape' },
  separated: { path: 'M-7,-2h14v4h-14z', color: 'gray' },
  revoked: { path: 'M-6,-4l2,-2l4,4l4,-4l2,2l-4,4l4,4l-2,2l-4,-4l-4,4l-2,-2l4,-4z', color: 'red' },
  issued: { path: 'M-1.5,-8h3v16h-3z', color: 'teal' },
  no_result: { path: 'M-1.5,-8h3v6h-3zM-1.5,2h3v6h-3z', color: 'orange' },
};

const isQuery = (step: Step) => step === 'issued' || step === 'no_result';

/** A consent from its record to its end, with its changes and the queries under it. */
export function ConsentLifeChart({ consent, steps }: ConsentLifeChartProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 0 });
  const span = spanOf(consent, steps);
  const kinds = [...new Set(steps.map(({ step }) => step))];
  const uses = steps.filter(({ step }) => isQuery(step)).length;
  const changes = steps.length - uses;
  const end = consent.revoked_at === null ? 'its expiry' : 'its revocation';
  return (
    <Stack gap="xs">
      <Box
        ref={parentRef}
        h={HEIGHT}
        role="img"
        aria-label={`From the record of the consent to ${end}: ${plural(changes, 'change')}, ${plural(uses, 'query', 'queries')}`}
      >
        {width > 0 && <Life width={width} span={span} steps={steps} />}
      </Box>
      <Group gap="md">
        {kinds.map((kind) => (
          <Group key={kind} gap={6} wrap="nowrap">
            <svg width={16} height={18} viewBox="-8 -9 16 18" aria-hidden>
              <Mark step={kind} />
            </svg>
            <Text size="sm">{STEP_WORDS[kind]}</Text>
          </Group>
        ))}
      </Group>
    </Stack>
  );
}

interface LifeProps {
  readonly width: number;
  readonly span: Span;
  readonly steps: readonly StepOfLife[];
}

function Life({ width, span: { start, end, last }, steps }: LifeProps) {
  const [now] = useState(Date.now);
  const right = Math.max(MARGIN + 1, width - MARGIN);
  const x = scaleTime<number>({ domain: [start, last], range: [MARGIN, right] });
  const today = Math.min(Math.max(now, start), end);
  const isOpen = now >= start && now < end;
  const wanted = Math.max(1, Math.floor(width / TICK_WIDTH));
  // A label beside the edge would be cut.
  const ticks = x.ticks(wanted).filter((tick) => x(tick) > EDGE && x(tick) < width - EDGE);
  const every = Math.max(1, Math.ceil(ticks.length / wanted));
  const band = { y: BAND.top, height: BAND.height, rx: 3 };
  return (
    <svg width={width} height={HEIGHT} display="block" aria-hidden>
      <text x={MARGIN} y={12} {...AXIS_TEXT}>
        In force
      </text>
      <rect x={x(start)} width={x(today) - x(start)} {...band} fill={colorOf('teal')} />
      <rect
        x={x(today)}
        width={x(end) - x(today)}
        {...band}
        fill="none"
        stroke={colorOf('teal')}
        strokeDasharray="5 4"
      />
      {isOpen && <line x1={x(now)} x2={x(now)} y1={BAND.top} y2={BOTTOM} stroke={AXIS_LINE} />}
      {steps.map(({ key, step, at }) => (
        <g
          key={key}
          transform={`translate(${x(at)}, ${isQuery(step) ? ROWS.queries : ROWS.changes})`}
        >
          <Mark step={step} />
        </g>
      ))}
      <AxisBottom
        scale={x}
        top={BOTTOM}
        tickValues={ticks.filter((_, index) => index % every === 0)}
        tickFormat={(value) => timeInWords(new Date(Number(value)), last - start)}
        tickLabelProps={{ ...AXIS_TEXT, textAnchor: 'middle' }}
        stroke={AXIS_LINE}
        tickStroke={AXIS_LINE}
      />
    </svg>
  );
}

function Mark({ step }: { readonly step: Step }) {
  const { path, color } = MARKS[step];
  return <path d={path} fill={colorOf(color)} style={{ forcedColorAdjust: 'none' }} />;
}

function colorOf(name: string): string {
  return `var(--mantine-color-${name}-6)`;
}

const DAY = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', year: '2-digit' });
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** A day, or a time in a picture of up to two days. */
function timeInWords(time: Date, length: number): string {
  return (length > 2 * DAY_MS ? DAY : TIME).format(time);
}
