import type { Output, Template } from '@ndx/catalog';
import type { Sights } from './network-sight.js';
import { admits, fieldSelectionOf, selectionOf } from './querying-policy.js';
import { keyOf, type TemplateValue } from './template-value.js';
import type { Choice } from './visible-values.js';

/**
 * Whether an output that is made from data may be shown: consent and policy of each value that it
 * is made from, by the output's own name. What is returned as it was furnished was governed when it
 * was chosen; what the query said is the caller's own, and its ids are the network's (decision 0022).
 */
export function mayBeShown(
  template: Template,
  output: Output,
  value: unknown,
  choice: Choice,
  sights: Sights,
): boolean {
  const { name } = output;
  return madeFrom(output, choice).every(({ networkId, furnishingEntityId }) => {
    const sight = sights.get(networkId);
    const selection = sight && selectionOf(sight.policy, template.slug);
    const rule = fieldSelectionOf(selection, name);
    return (
      sight?.accessTo(furnishingEntityId).allows(template.slug, name) === true &&
      (rule === undefined || admits(rule, value, furnishingEntityId))
    );
  });
}

/** The chosen values that an output is made from; none for one that is furnished or said. */
function madeFrom({ source }: Output, choice: Choice): readonly TemplateValue[] {
  switch (source.kind) {
    case 'derived':
      return source.from.flatMap((read) => choice.get(keyOf(read)) ?? []);
    case 'attested':
    case 'furnished-at':
      return [...choice.values()];
    case 'furnished':
    case 'input':
    case 'query-id':
    case 'furnisher-id':
      return [];
  }
}
