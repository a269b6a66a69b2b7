import type { DataSource } from 'typeorm';
import { sealedValuesIn, type SealedColumn } from './sealed-column.js';
import { SealedRows } from './sealed-rows.js';
import { keyIdOf } from './sealer.js';

/** The number of encrypted values under each key. */
export interface KeyCounts {
  readonly values: Readonly<Record<string, number>>;
  /** Rows with a value under another key than the active one. */
  readonly staleRows: number;
}

const BATCH = 2_000;

/** Reads every declared column: a key with a count is still needed (design 5). */
export async function countKeys(
  dataSource: DataSource,
  columns: readonly SealedColumn[],
  activeKeyId: string,
): Promise<KeyCounts> {
  const values: Record<string, number> = { [activeKeyId]: 0 };
  let staleRows = 0;
  for (const column of columns) {
    const rows = await SealedRows.of(dataSource, column);
    for await (const batch of rows.batches(BATCH)) {
      for (const { text } of batch) {
        const ids = sealedValuesIn(text, column).map((value) => keyIdOf(value) ?? '');
        for (const id of ids) values[id] = (values[id] ?? 0) + 1;
        if (ids.some((id) => id !== activeKeyId)) staleRows += 1;
      }
    }
  }
  return { values, staleRows };
}
