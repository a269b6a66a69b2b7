import { silent } from '@ndx/messaging/testing';
import { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { ReplicationMetrics } from '../metrics.js';
import { ReadModelComparison, type ComparisonOptions } from '../owner/comparison.js';
import type { ReadModel } from '../subscriber/read-model.js';
import { ReadModels } from '../subscriber/read-models.js';

type OwnerOptions = Pick<
  ComparisonOptions,
  'source' | 'transactions' | 'reconciliation' | 'events'
>;

/** The read model that product-query keeps on the database of their owner, and their comparison. */
export function comparisonOnOneDatabase(
  dataSource: DataSource,
  table: ReadModel,
  owner: OwnerOptions,
): { readonly kept: ReadModels; readonly comparison: ReadModelComparison } {
  const kept = new ReadModels(dataSource, 'product-query', [table]);
  const comparison = new ReadModelComparison({
    ...owner,
    dataSource,
    readModels: {
      compare: (_service, { range, digest }) => kept.compare(range, digest),
      read: (_service, aggregate, key) => kept.read(aggregate, key),
      remove: (_service, aggregate, place) => kept.remove(aggregate, place),
    },
    metrics: new ReplicationMetrics(new Registry()),
    logger: silent,
  });
  return { kept, comparison };
}
