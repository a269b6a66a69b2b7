import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';
import type { Surface } from '@ndx/openapi';

/** The folder with the record of the last release; absent before the first one. */
export const releaseFolder = join(projectRoot(), 'released');

export const RELEASE_FILE = 'release.json';
export const SURFACE_FILE = 'openapi.json';

/** A release of the project. */
export interface Release {
  readonly version: string;
  /** The commit that was built. */
  readonly commit: string;
}

/** The last release; undefined before the first one. */
export function lastRelease(folder = releaseFolder): Release | undefined {
  return readJson(folder, RELEASE_FILE) as Release | undefined;
}

/** The HTTP interface of the last release; undefined before the first one. */
export function releasedSurface(folder = releaseFolder): Surface | undefined {
  return readJson(folder, SURFACE_FILE) as Surface | undefined;
}

function readJson(folder: string, file: string): unknown {
  const path = join(folder, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
