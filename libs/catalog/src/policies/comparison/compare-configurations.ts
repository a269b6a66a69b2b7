import { governedModelsOf } from '../../access/field-names.js';
import type { Dataset } from '../../datasets.js';
import type { PolicyEffect } from '@ndx/contracts';
import { unselectedModel } from '../unselected.js';
import { compared } from './compared.js';
import type { PolicyComparison, QueryingConfiguration } from './comparison.js';
import { fieldChanges } from './field-changes.js';
import { modelChanges } from './model-changes.js';
import { queryChanges } from './query-changes.js';

const EXPLANATIONS: Readonly<Record<PolicyEffect, string>> = {
  equal: 'Answers of the product can release the same as before.',
  narrower:
    'Answers of the product can release less, and nothing that they could not release before. An answer can use another record than before.',
  wider:
    'Answers of the product can release more, and everything that they could release before. An answer can use another record than before.',
  different:
    'Answers of the product may release records or fields that they could not release before, and may not release others.',
};

/**
 * The effect of replacing a configuration of a querying policy by another on the answers of its
 * product or template: which records and fields they can release, whichever record they prefer.
 * `different` where it is not known to be anything else.
 */
export function compareConfigurations(
  dataset: Dataset,
  before: QueryingConfiguration,
  after: QueryingConfiguration,
): PolicyComparison {
  const changes = [
    ...queryChanges(dataset, before, after),
    ...governedModelsOf(dataset).flatMap(({ model: name }) => {
      const selectionIn = ({ modelSelections }: QueryingConfiguration) =>
        modelSelections.find(({ model_name }) => model_name === name) ?? unselectedModel(name);
      const model = { dataset, before: selectionIn(before), after: selectionIn(after) };
      return [...modelChanges(model), ...fieldChanges(model)];
    }),
  ];
  return compared(EXPLANATIONS, changes);
}
