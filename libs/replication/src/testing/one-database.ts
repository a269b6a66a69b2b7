import { silent } from '@ndx/messaging/testing';
import { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { ReplicationMetrics } from '../metrics.js';
import { CopyComparison, type CopyComparisonOptions } from '../owner/comparison.js';
import type { CopyTable } from '../subscriber/read-model.js';
import { KeptCopies } from '../subscriber/read-models.js';

type OwnerOptions = Pick<
  CopyComparisonOptions,
  'source' | 'transactions' | 'reconciliation' | 'events'
>;

/** The copies that product-query keeps on the database of their owner, and their comparison. */
export function comparisonOnOneDatabase(
  dataSource: DataSource,
  table: CopyTable,
  owner: OwnerOptions,
): { readonly kept: KeptCopies; readonly comparison: CopyComparison } {
  const kept = new KeptCopies(dataSource, 'product-query', [table]);
  const comparison = new CopyComparison({
    ...owner,
    dataSource,
    copies: {
      compare: (_service, { range, digest }) => kept.compare(range, digest),
      read: (_service, aggregate, key) => kept.read(aggregate, key),
      remove: (_service, aggregate, place) => kept.remove(aggregate, place),
    },
    metrics: new ReplicationMetrics(new Registry()),
    logger: silent,
  });
  return { kept, comparison };
}
