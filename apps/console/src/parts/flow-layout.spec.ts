import { describe, expect, test } from '@jest/globals';
import { flowLayout, type FlowLayer } from './flow-layout.js';

const node = (key: string) => ({ key, label: key, tone: 'good' as const });

const LAYERS: readonly FlowLayer[] = [
  { title: 'From', nodes: [node('a'), node('b')] },
  { title: 'To', nodes: [node('c')] },
];

describe('the layout of a flow', () => {
  test('has a column for each layer where they fit, each in the middle of the longest one', () => {
    const { isWide, nodes } = flowLayout(LAYERS, 800);
    const [a, b, c] = ['a', 'b', 'c'].map((key) => nodes.get(key));
    expect(isWide).toBe(true);
    expect([a?.left, b?.left]).toEqual([0, 0]);
    expect(c?.top).toBe(((a?.top ?? 0) + (b?.top ?? 0)) / 2);
    expect((c?.left ?? 0) + (c?.width ?? 0)).toBe(800);
  });

  test('leaves the width that boxes do not need to the lines', () => {
    const { nodes } = flowLayout(LAYERS, 1_100);
    const [a, c] = ['a', 'c'].map((key) => nodes.get(key));
    expect((a?.width ?? 0) + (c?.width ?? 0)).toBeLessThan(1_100 / 1.5);
    expect((c?.entry.x ?? 0) - (a?.exit.x ?? 0)).toBeGreaterThan(1_100 / 3);
  });

  test('has the layers below each other on a narrow screen, with every box inside it', () => {
    const { isWide, nodes, height } = flowLayout(LAYERS, 200);
    const placed = [...nodes.values()];
    expect(isWide).toBe(false);
    expect(placed.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
    expect(placed.every(({ left, width }) => left + width <= 200)).toBe(true);
    const tops = placed.map(({ top }) => top);
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    expect(Math.max(...tops)).toBeLessThan(height);
  });
});
