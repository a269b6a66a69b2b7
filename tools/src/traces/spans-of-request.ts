import type { KeptSpan } from './read-export.js';

/**
 * The spans of a request and of what they caused, within one trace: a client's trace may have
 * several requests. Each span is after its parent, and those of one parent are in their order.
 */
export function spansOfRequest(requestId: string, spans: Iterable<KeptSpan>): readonly KeptSpan[] {
  const inOrder = [...spans].sort((one, other) => one.start - other.start);
  const children = new Map<string | undefined, KeptSpan[]>();
  for (const span of inOrder) {
    children.set(span.parentSpanId, [...(children.get(span.parentSpanId) ?? []), span]);
  }
  const own = inOrder.filter((span) => span.requestId === requestId);
  const caused = new Set(own.flatMap((span) => branchOf(span, children).slice(1)));
  return own.filter((span) => !caused.has(span)).flatMap((span) => branchOf(span, children));
}

/** A span and what is below it; each span once, also where malformed parents are a circle. */
function branchOf(
  top: KeptSpan,
  children: ReadonlyMap<string | undefined, readonly KeptSpan[]>,
): readonly KeptSpan[] {
  const branch = new Set<KeptSpan>();
  const waiting = [top];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    branch.add(next);
    const below = children.get(next.spanId) ?? [];
    waiting.push(...below.filter((span) => !branch.has(span)).toReversed());
  }
  return [...branch];
}
