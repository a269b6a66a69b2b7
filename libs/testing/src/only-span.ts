import type { CollectedSpan } from './trace-collector.js';

/**
 * The only span that matches.
 * @throws Error when none or several match, listing all spans
 */
export function onlySpan(
  spans: readonly CollectedSpan[],
  like: Partial<Pick<CollectedSpan, 'service' | 'name' | 'kind'>>,
): CollectedSpan {
  const { service, name, kind } = like;
  const [span, ...others] = spans.filter(
    (each) =>
      each.service === (service ?? each.service) &&
      each.name === (name ?? each.name) &&
      each.kind === (kind ?? each.kind),
  );
  if (!span || others.length > 0) {
    const all = spans.map((each) => `${each.service}: ${each.kind} ${each.name}`);
    throw new Error(`not one ${JSON.stringify(like)} in\n${all.join('\n')}`);
  }
  return span;
}
