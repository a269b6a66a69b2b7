import type { EntityService } from './entity-service.js';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

interface Explained {
  readonly Plan: PlanNode;
}

/** Statistics of an executed statement. */
export interface Plan {
  /** Number of sequential table scans. */
  readonly sequentialScans: number;
  /** Maximum number of rows or index entries that one step read. */
  readonly rowsRead: number;
}

/** Runs the statement. */
export async function planOf(
  service: EntityService,
  statement: string,
  parameters: readonly unknown[],
): Promise<Plan> {
  const [row] = await service.sql<{ 'QUERY PLAN': readonly Explained[] }>(
    // The plan has no clock read and no count of pages for every row, which cost more than the
    // rows.
    `explain (analyze, timing off, buffers off, format json) ${statement}`,
    parameters,
  );
  const [explained] = row?.['QUERY PLAN'] ?? [];
  if (!explained) throw new Error('the statement has no plan');
  const nodes = nodesOf(explained.Plan);
  return {
    sequentialScans: nodes.filter((node) => node['Node Type'] === 'Seq Scan').length,
    rowsRead: Math.max(...nodes.map(rowsOf)),
  };
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function rowsOf(node: PlanNode): number {
  const discarded =
    (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return node['Actual Rows'] + discarded;
}
