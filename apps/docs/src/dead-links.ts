import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ORIGIN = 'http://site.invalid';
const TARGET = /\s(?:href|src)="([^"]+)"/g;
const ID = /\sid="([^"]+)"/g;

/**
 * The addresses in the pages of a build that lead to no page, file or heading of it.
 * @param base the path of the site; addresses outside it are not checked
 * @param others addresses below the base that another route answers
 */
export function deadLinks(
  folder: string,
  base: string,
  others: readonly string[],
): readonly string[] {
  const files = globSync('**/*.*', { cwd: folder });
  const pages = files
    .filter((file) => file.endsWith('.html'))
    .map((file) => ({
      address: base + file.replace(/\.html$/, '').replace(/(^|\/)index$/, '$1'),
      html: readFileSync(join(folder, file), 'utf8'),
    }));
  const known = new Set([
    ...others,
    ...files.map((file) => base + file),
    ...pages.map(({ address }) => address),
    ...pages.flatMap(({ address, html }) =>
      [...html.matchAll(ID)].map(([, id = '']) => `${address}#${id}`),
    ),
  ]);
  return pages.flatMap(({ address, html }) =>
    [...html.matchAll(TARGET)]
      .map(([, target = '']) => new URL(target, ORIGIN + address))
      .filter(({ origin, pathname }) => origin === ORIGIN && pathname.startsWith(base))
      .map(({ pathname, hash }) => decodeURI(pathname + hash))
      .filter((target) => !known.has(target))
      .map((target) => `${address}: ${target}`),
  );
}
