import { modelsOf, type Output, type Template } from '@ndx/catalog';
import { byFurnisher, type FurnisherCoverage } from './coverage.js';
import { mayBeShown } from './made-outputs.js';
import type { Sights } from './network-sight.js';
import { isEnabled, selectionOf } from './querying-policy.js';
import { keyOf } from './template-value.js';
import { chooseValues, visibleValues, type Choice, type VisibleInput } from './visible-values.js';

/**
 * What each furnisher could contribute to a template's answer from each network, as far as the
 * caller may see it. A furnisher of whom nothing may be seen is not there, so that what is denied
 * cannot be noticed.
 */
export function templateCoverage(input: VisibleInput): FurnisherCoverage[] {
  const { template, sights } = input;
  return byFurnisher(visibleValues(input)).flatMap((visible) => {
    const [first] = visible;
    const sight = first && sights.get(first.networkId);
    if (!sight) return [];
    const choice = chooseValues(visible);
    const selection = selectionOf(sight.policy, template.slug);
    const models = modelsOf(template).map(({ model, fields }) => ({
      model,
      fields: fields
        .filter((field) => isEnabled(selection, field))
        .map((field) => ({ field, met: isMet(template, field, choice, sights) })),
    }));
    const { furnishingEntityId, networkId } = first;
    return [{ furnishingEntityId, networkId, models }];
  });
}

/** Whether an answer from this furnisher's values alone would have the field (decision 0021). */
function isMet(template: Template, field: string, choice: Choice, sights: Sights): boolean {
  const output = template.outputs.find(({ name }) => name === field);
  if (!output) return false;
  const value = valueOf(output, choice);
  return value !== null && mayBeShown(template, output, value, choice, sights);
}

/** Of what the network itself adds to any answer, only that it will be there. */
function valueOf({ source }: Output, choice: Choice): unknown {
  switch (source.kind) {
    case 'furnished':
      return choice.get(keyOf(source))?.value ?? null;
    case 'derived': {
      const values = source.from.map((read) => choice.get(keyOf(read))?.value ?? null);
      const isKnown = values.some((value) => value !== null);
      return isKnown ? (source.compute(...values) ?? null) : null;
    }
    case 'input':
    case 'attested':
    case 'furnished-at':
    case 'query-id':
    case 'furnisher-id':
      return true;
  }
}
