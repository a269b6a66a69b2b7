/**
 * Writes the indexes of the catalogue from its files, so that a new product or template is one
 * file. The build runs it first; with `--check` it only reports stale indexes.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['src/products', 'src/templates'];
const HEADER =
  '// Written by scripts/write-indexes.js: every file in this folder is in the catalogue.';

const stale = FOLDERS.filter((folder) => readFileSync(indexOf(folder), 'utf8') !== textOf(folder));

if (process.argv.includes('--check')) {
  for (const folder of stale) console.error(`${indexOf(folder)} is stale: run \`npm run build\``);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const folder of stale) writeFileSync(indexOf(folder), textOf(folder));
}

function textOf(folder) {
  const exports = readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && file !== 'index.ts' && !file.endsWith('.spec.ts'))
    .sort()
    .map((file) => `export * from './${file.replace(/\.ts$/, '.js')}';`);
  return [HEADER, ...exports, ''].join('\n');
}

function indexOf(folder) {
  return join(folder, 'index.ts');
}
