import { AxisLeft } from '@visx/axis';
import type { scaleLinear } from '@visx/scale';
import { AXIS_LINE, AXIS_TEXT } from './chart-axis.js';

interface CountAxisProps {
  readonly scale: ReturnType<typeof scaleLinear<number>>;
  /** The greatest number of labels. */
  readonly ticks: number;
  /** The sides of the chart, in pixels. */
  readonly left: number;
  readonly right: number;
}

/** The axis of a number of things, with a line across the chart at each label. */
export function CountAxis({ scale, ticks, left, right }: CountAxisProps) {
  const values = scale.ticks(ticks).filter(Number.isInteger);
  return (
    <>
      {values.map((value) => (
        <line
          key={value}
          x1={left}
          x2={right}
          y1={scale(value)}
          y2={scale(value)}
          stroke={AXIS_LINE}
        />
      ))}
      <AxisLeft
        scale={scale}
        left={left}
        tickValues={values}
        tickFormat={(value) => value.toLocaleString()}
        tickLabelProps={{ ...AXIS_TEXT, textAnchor: 'end', dx: -4, dy: 4 }}
        tickLength={0}
        hideAxisLine
        hideTicks
      />
    </>
  );
}
