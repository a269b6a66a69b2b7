import { Box } from '@mantine/core';
import { useParentSize } from '@visx/responsive';
import { scaleLinear } from '@visx/scale';
import { LinkHorizontal, LinkVertical } from '@visx/shape';
import classes from './flow-chart.module.css';
import {
  flowLayout,
  NODE_HEIGHT,
  type FlowLayer,
  type FlowLayout,
  type FlowLink,
  type PlacedNode,
  type Tone,
} from './flow-layout.js';

interface FlowChartProps {
  /** The name of the picture for screen readers; a table beside it has its content. */
  readonly label: string;
  /** From the first to the last; those without a node are left out. */
  readonly layers: readonly FlowLayer[];
  readonly links: readonly FlowLink[];
}

/** Readable on the backgrounds of both color schemes; lines of the last two are also dashed. */
const COLORS: Readonly<Record<Tone, string>> = {
  good: 'var(--mantine-color-teal-6)',
  bad: 'var(--mantine-color-orange-6)',
  neutral: 'var(--mantine-color-gray-6)',
};

const WIDTHS = [1.5, 14] as const;

/** What leads to what, layer by layer, as wide as its parent. */
export function FlowChart({ label, layers, links }: FlowChartProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 0 });
  const shown = layers.filter(({ nodes }) => nodes.length > 0);
  const layout = flowLayout(shown, width);
  return (
    <Box
      ref={parentRef}
      h={layout.height}
      role="img"
      aria-label={label}
      className={classes['chart']}
    >
      {width > 0 && (
        <>
          <Lines layout={layout} links={links} width={width} />
          {layout.titles.map(({ title, ...place }) => (
            <div key={title} className={classes['title']} style={place}>
              {title}
            </div>
          ))}
          {[...layout.nodes.values()].map((node) => (
            <Node key={node.key} node={node} />
          ))}
        </>
      )}
    </Box>
  );
}

function Node({ node: { left, top, width, label, tone } }: { readonly node: PlacedNode }) {
  return (
    <div
      className={classes['node']}
      style={{
        ...{ left, top, width, height: NODE_HEIGHT },
        borderInlineStartColor: COLORS[tone],
      }}
    >
      <span>{label}</span>
    </div>
  );
}

interface LinesProps {
  readonly layout: FlowLayout;
  readonly links: readonly FlowLink[];
  readonly width: number;
}

function Lines({ layout: { isWide, height, nodes }, links, width }: LinesProps) {
  const top = Math.max(1, ...links.map(({ weight = 0 }) => weight));
  const scale = scaleLinear<number>({ domain: [0, top], range: [...WIDTHS] });
  const Link = isWide ? LinkHorizontal : LinkVertical;
  return (
    <svg width={width} height={height} display="block" aria-hidden>
      {links.flatMap(({ from, to, tone, weight }) => {
        const [start, end] = [nodes.get(from), nodes.get(to)];
        if (start === undefined || end === undefined) return [];
        return [
          <Link
            key={`${from} ${to}`}
            data={{ source: start.exit, target: end.entry }}
            x={({ x }: PlacedNode['exit']) => x}
            y={({ y }: PlacedNode['exit']) => y}
            fill="none"
            stroke={COLORS[tone]}
            strokeWidth={weight === undefined ? 2 : scale(weight)}
            strokeOpacity={weight === undefined ? 1 : 0.6}
            {...(tone !== 'good' && { strokeDasharray: '5 4' })}
            style={{ forcedColorAdjust: 'none' }}
          />,
        ];
      })}
      {!isWide &&
        [...nodes.values()].map(({ key, entry, tone }) => (
          <circle key={key} cx={entry.x} cy={entry.y} r={4} fill={COLORS[tone]} />
        ))}
    </svg>
  );
}
