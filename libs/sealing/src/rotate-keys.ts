import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { countKeys } from './count-keys.js';
import { forgetKeysBut } from './key-registry.js';
import { sealedValuesIn, withSuccessors, type SealedColumn } from './sealed-column.js';
import { SealedRows, type SealedRow } from './sealed-rows.js';
import { keyIdOf, type Sealer } from './sealer.js';

/** The progress of a rotation. */
export interface RotationProgress {
  /** Finished rows, out of the rows found at the start. */
  readonly done: number;
  readonly of: number;
  readonly perSecond: number;
}

export interface RotationOptions {
  /** Maximum number of rows that one transaction rewrites. */
  readonly batch: number;
  readonly onProgress: (progress: RotationProgress) => void;
}

/** The result of a rotation. */
export interface Rotated {
  readonly rewritten: number;
  /** Rows with a value that no key decrypts, by table and key; they are unchanged. */
  readonly unreadable: readonly string[];
}

/** A writer may lock a row, or another process may be behind: the next pass rewrites it. */
const PASSES = 20;
const PAUSE_MS = 250;

/** Another process still encrypts under another key. */
export class RotationUnfinished extends Error {
  override readonly name = 'RotationUnfinished';
}

/**
 * Re-encrypts every declared value that is not under the active key, while the service runs (design
 * 5). Values contain their key id, so an interrupted rotation can be run again, and a repeated one
 * changes nothing.
 *
 * @throws RotationUnfinished when new values under other keys keep appearing
 */
export async function rotateKeys(
  dataSource: DataSource,
  columns: readonly SealedColumn[],
  sealer: Sealer,
  { batch, onProgress }: RotationOptions,
): Promise<Rotated> {
  const stale = async () => (await countKeys(dataSource, columns, sealer.activeKeyId)).staleRows;
  const report = progressOf(await stale(), onProgress);
  for (let pass = 1; pass <= PASSES; pass += 1) {
    const unreadable: string[] = [];
    for (const column of columns) {
      unreadable.push(...(await rewriteColumn(dataSource, column, sealer, batch, report)));
    }
    // Counted again, because rows were locked or written meanwhile.
    if ((await stale()) <= unreadable.length) {
      if (unreadable.length === 0) await forgetKeysBut(dataSource, sealer.activeKeyId);
      return { rewritten: report(0), unreadable };
    }
    await pause(PAUSE_MS);
  }
  throw new RotationUnfinished(
    'values under other keys go on appearing: does a process still seal under one of them?',
  );
}

/** Adds to the number of rows done, reports progress, and returns the total. */
function progressOf(of: number, onProgress: RotationOptions['onProgress']) {
  const startedAt = Date.now();
  let done = 0;
  return (rows: number): number => {
    done += rows;
    const seconds = Math.max(Date.now() - startedAt, 1) / 1_000;
    if (rows > 0)
      onProgress({ done, of: Math.max(of, done), perSecond: Math.round(done / seconds) });
    return done;
  };
}

/** One pass over a column; returns the rows with a value that cannot be decrypted. */
async function rewriteColumn(
  dataSource: DataSource,
  column: SealedColumn,
  sealer: Sealer,
  batch: number,
  report: (rewritten: number) => number,
): Promise<readonly string[]> {
  const rows = await SealedRows.of(dataSource, column);
  const unreadable: string[] = [];
  for await (const read of rows.batches(batch)) {
    const changes = read.flatMap((row) => {
      const next = resealed(row, column, sealer);
      if (next === undefined) unreadable.push(`${column.table} ${row.key.join(' ')}`);
      return next === undefined || next === row.text ? [] : [{ ...row, next }];
    });
    if (changes.length === 0) continue;
    const replaced = await dataSource.transaction(async (manager) => {
      await manager.query(ALLOW_REWRITING);
      return rows.replace(manager, changes);
    });
    report(replaced);
  }
  return unreadable;
}

/**
 * Permits the rewrite of encrypted values that are evidence; the database rejects other changes.
 */
const ALLOW_REWRITING = "select set_config('ndx.rewrites_sealed_values', 'on', true)";

/** The row's text under the active key; undefined when a value of it cannot be decrypted. */
function resealed({ text }: SealedRow, column: SealedColumn, sealer: Sealer): string | undefined {
  const stale = sealedValuesIn(text, column).filter(
    (value) => keyIdOf(value) !== sealer.activeKeyId,
  );
  const successors = new Map<string, string>();
  for (const value of stale) {
    const opened = sealer.tryOpen(value);
    if (opened === undefined) return undefined;
    successors.set(value, sealer.seal(opened));
  }
  return withSuccessors(text, successors);
}
