import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * After an install: makes node_modules/.bin/node the Node that package.json pins. npm 10, which
 * comes with Node 20, deletes that link along with the packages of other platforms, whose bin has
 * the same name.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const installed = Object.keys(optionalDependencies)
  .map((name) => join(name, 'bin', 'node'))
  .find((path) => existsSync(join(root, 'node_modules', path)));

if (installed !== undefined) {
  const link = join(root, 'node_modules', '.bin', 'node');
  rmSync(link, { force: true });
  symlinkSync(join('..', installed), link);
}
