import type { DataSource } from 'typeorm';
import { Registry } from 'prom-client';
import { CopyComparison, type CopyComparisonOptions } from '../copies/copy-comparison.js';
import type { CopyTable } from '../copies/copy-table.js';
import { KeptCopies } from '../copies/kept-copies.js';
import { MessagingMetrics } from '../metrics.js';
import { silent } from './silent-logger.js';

type OwnerOptions = Pick<CopyComparisonOptions, 'source' | 'transactions' | 'events'>;

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
    metrics: new MessagingMetrics(new Registry()),
    logger: silent,
  });
  return { kept, comparison };
}
