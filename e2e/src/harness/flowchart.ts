/** An arrow of a Mermaid flowchart. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  /** A request with a response, or an event. */
  readonly kind: 'call' | 'event';
}

const ARROW = /^\s*(\S.*?) (-->|-\.->)(?:\|"[^"]*"\|)? (.+)$/;

/**
 * The arrows of a Mermaid flowchart.
 * @param groups members of each subgraph
 */
export function arrowsOf(
  flowchart: string,
  groups: Readonly<Record<string, readonly string[]>>,
): Arrow[] {
  const members = (nodes: string) =>
    nodes
      .split(' & ')
      .map((node) => /^[\w-]+/.exec(node)?.[0] ?? node)
      .flatMap((node) => groups[node] ?? [node]);
  return flowchart.split('\n').flatMap((line) => {
    const [, from = '', arrow, to = ''] = ARROW.exec(line) ?? [];
    if (arrow === undefined) return [];
    const kind = arrow === '-->' ? 'call' : 'event';
    return members(from).flatMap((a) => members(to).map((b): Arrow => ({ from: a, to: b, kind })));
  });
}
