import type { PolicyEffect } from '@ndx/contracts';
import type { ModelComparison, PolicyChange, PolicyComparison } from './comparison.js';
import { combined } from './effect.js';

/** @param explanations each effect in a sentence */
export function compared(
  explanations: Readonly<Record<PolicyEffect, string>>,
  changes: readonly PolicyChange[],
): PolicyComparison {
  const effect = effectOfAll(changes);
  const models = byName(changes, ({ modelName }) => modelName).map(comparedModel);
  return { effect, explanation: explanations[effect], models, changes };
}

function comparedModel([modelName, changes]: Named): ModelComparison {
  const fields = byName(changes, ({ fieldName }) => fieldName);
  return {
    modelName,
    effect: effectOfAll(changes),
    fields: fields.map(([fieldName, own]) => ({ fieldName, effect: effectOfAll(own) })),
  };
}

const effectOfAll = (changes: readonly PolicyChange[]) =>
  combined(changes.map(({ effect }) => effect));

type Named = readonly [name: string, changes: readonly PolicyChange[]];

/** The changes of each named thing, in their order. */
function byName(
  changes: readonly PolicyChange[],
  nameOf: (change: PolicyChange) => string | null,
): Named[] {
  const names = new Set(changes.flatMap((change) => nameOf(change) ?? []));
  return [...names].map((name) => [name, changes.filter((one) => nameOf(one) === name)]);
}
