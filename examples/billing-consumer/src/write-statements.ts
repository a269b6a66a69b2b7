import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Statement } from './statements.js';

/** Writes `<folder>/<period>/<institution>.json`, each whole or not at all; their paths. */
export function writeStatements(folder: string, statements: readonly Statement[]): string[] {
  return statements.map((statement) => {
    const path = join(folder, statement.period, `${statement.institution_id}.json`);
    mkdirSync(join(folder, statement.period), { recursive: true });
    const unfinished = `${path}.unfinished`;
    writeFileSync(unfinished, `${JSON.stringify(statement, null, 2)}\n`);
    renameSync(unfinished, path);
    return path;
  });
}
