import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LocalInfraError } from './local-infra-error.js';

/**
 * The checkout's root: the nearest folder, from the given one upwards, whose package.json declares
 * the workspaces. It does not depend on the location of this file, because Jest loads the sources
 * and node the build.
 *
 * @throws LocalInfraError when run outside a checkout
 */
export function projectRoot(from: string = process.cwd()): string {
  const manifest = join(from, 'package.json');
  if (existsSync(manifest) && readFileSync(manifest, 'utf8').includes('"workspaces"')) return from;
  const parent = dirname(from);
  if (parent === from) {
    throw new LocalInfraError('Run this inside the checkout: no workspace was found above it.');
  }
  return projectRoot(parent);
}
