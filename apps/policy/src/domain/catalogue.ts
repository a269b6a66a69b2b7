import { datasetById, type Dataset } from '@ndx/catalog';
import { invalid, quoted } from '@ndx/contracts';

/**
 * The product or template that a policy is for (design 7, decision 0023).
 * @throws VALIDATION_ERROR when the catalogue has neither with that id
 */
export function datasetWithId(id: string): Dataset {
  const dataset = datasetById(id);
  if (!dataset) throw invalid('unknown_product', `there is no product or template ${quoted(id)}`);
  return dataset;
}
