import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commandLine } from '@ndx/command-line';
import { projectRoot } from '@ndx/local-infra';
import { readDeclarations } from './configuration/read-declarations.js';
import { generatedFiles } from './deployment/generated-files.js';
import { exitWithReason } from './exit-with-reason.js';
import { formatted } from './generated-document.js';
import { StaleDocument } from './stale-document.js';

/**
 * `npm run deployment`: writes everything that names the services, from the topology and the
 * declarations of the built processes. With `--check` it writes nothing, and fails when a committed
 * file differs.
 */
try {
  const { check } = commandLine(
    'npm run deployment --',
    'Writes compose, manifests, alerts and whatever else names the services.',
  )
    .option('--check', 'writes nothing; fails when a committed file differs', false)
    .parse()
    .opts();
  const root = projectRoot();
  for (const [path, unformatted] of generatedFiles(root, await readDeclarations())) {
    const file = join(root, path);
    const text = unformatted && (await formatted(path, unformatted));
    if (textOf(file) === text) continue;
    if (check) throw new StaleDocument(path, 'npm run deployment');
    if (text === undefined) rmSync(file);
    else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
} catch (error) {
  exitWithReason(error, StaleDocument);
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
