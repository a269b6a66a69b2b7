import { existsSync, readdirSync } from 'node:fs';
import type { DefaultTheme } from 'vitepress';

/** The path at which the gateway serves the site of its own version. */
const LATEST = '/docs/';
const TAG = /^v\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/**
 * The base path of a site; an earlier version has its tag in it.
 * @param tag of an earlier version in git; undefined for the latest one
 * @throws when it is no tag of a version
 */
export function baseOf(tag: string | undefined): string {
  if (tag === undefined) return LATEST;
  if (!TAG.test(tag)) throw new Error(`${tag} is not the tag of a version, such as v0.1.0`);
  return `${LATEST}${tag}/`;
}

/** The earlier versions whose sites were built into the folder, newest first. */
export function keptVersions(folder: string): readonly string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const byNumber = new Intl.Collator('en', { numeric: true });
  return names.filter((name) => TAG.test(name)).sort((one, other) => byNumber.compare(other, one));
}

/** The versions between which a site leads; one without another is a link to its changes. */
export interface Versions {
  /** Of the documents of this site. */
  readonly version: string;
  readonly isLatest: boolean;
  readonly kept: readonly string[];
}

/** The menu of the versions. Links are below the base of the site, and loaded by the browser. */
export function versionMenu({ version, isLatest, kept }: Versions): DefaultTheme.NavItem {
  const text = `Version ${version}`;
  const changes = { text: 'Changelog', link: '/changelog' };
  const others = isLatest
    ? kept.map((tag) => ({ text: tag, link: `/${tag}/`, target: '_self' }))
    : [{ text: 'Latest version', link: '/../', target: '_self' }];
  if (others.length === 0) return { ...changes, text };
  return { text, items: [changes, ...others] };
}
