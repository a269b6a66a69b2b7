/** Whether a step leads to an answer, excludes it, or neither. */
export type Tone = 'good' | 'bad' | 'neutral';

export interface FlowNode {
  readonly key: string;
  readonly label: string;
  readonly tone: Tone;
}

export interface FlowLayer {
  readonly title: string;
  readonly nodes: readonly FlowNode[];
}

/** A line between nodes of two layers. */
export interface FlowLink {
  readonly from: string;
  readonly to: string;
  readonly tone: Tone;
  /** The width of the line in proportion to the others; without it, all have one width. */
  readonly weight?: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A box in pixels. */
interface Placed {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

export interface PlacedNode extends FlowNode, Placed {
  /** Where lines end, and where they begin. */
  readonly entry: Point;
  readonly exit: Point;
}

export interface FlowLayout {
  /** Whether the layers are columns; otherwise they are below each other, with lines on their left. */
  readonly isWide: boolean;
  readonly height: number;
  readonly titles: readonly (Placed & { readonly title: string })[];
  readonly nodes: ReadonlyMap<string, PlacedNode>;
}

/** The narrowest and the widest column, in pixels. */
const COLUMN = 112;
const WIDEST_COLUMN = 300;
/** The narrowest distance of two columns: what wide columns leave is for the lines between them. */
const GAP = 36;
const TITLE = 28;
/** The height of a node, and the distance of two. */
export const NODE_HEIGHT = 42;
const PITCH = 50;
/** The distance of the lines of two layers that are below each other. */
const RAIL = 16;

/** Places the layers in the width of their parent. */
export function flowLayout(layers: readonly FlowLayer[], width: number): FlowLayout {
  const needed = layers.length * COLUMN + (layers.length - 1) * GAP;
  return width >= needed ? inColumns(layers, width) : belowEachOther(layers, width);
}

function inColumns(layers: readonly FlowLayer[], width: number): FlowLayout {
  const rows = Math.max(1, ...layers.map(({ nodes }) => nodes.length));
  const gaps = layers.length - 1;
  const column = Math.min(WIDEST_COLUMN, (width - GAP * gaps) / layers.length);
  const leftOf = (index: number) => (gaps === 0 ? 0 : (index * (width - column)) / gaps);
  const nodes = layers.flatMap((layer, index) => {
    // Each column is in the middle of the longest one.
    const start = TITLE + ((rows - layer.nodes.length) * PITCH) / 2;
    return layer.nodes.map((node, row): PlacedNode => {
      const [left, top] = [leftOf(index), start + row * PITCH];
      const y = top + NODE_HEIGHT / 2;
      return {
        ...node,
        ...{ left, top, width: column },
        ...{ entry: { x: left, y }, exit: { x: left + column, y } },
      };
    });
  });
  return {
    isWide: true,
    height: TITLE + rows * PITCH,
    titles: layers.map(({ title }, index) => ({
      title,
      ...{ left: leftOf(index), top: 0, width: column },
    })),
    nodes: byKey(nodes),
  };
}

function belowEachOther(layers: readonly FlowLayer[], width: number): FlowLayout {
  const left = layers.length * RAIL + RAIL / 2;
  const box = { left, width: Math.max(0, width - left) };
  const titles: FlowLayout['titles'][number][] = [];
  const nodes: PlacedNode[] = [];
  let top = 0;
  layers.forEach((layer, index) => {
    titles.push({ title: layer.title, ...box, top });
    top += TITLE;
    for (const node of layer.nodes) {
      const point = { x: RAIL / 2 + index * RAIL, y: top + NODE_HEIGHT / 2 };
      nodes.push({ ...node, ...box, top, entry: point, exit: point });
      top += PITCH;
    }
  });
  return { isWide: false, height: top, titles, nodes: byKey(nodes) };
}

function byKey(nodes: readonly PlacedNode[]): ReadonlyMap<string, PlacedNode> {
  return new Map(nodes.map((node) => [node.key, node]));
}
