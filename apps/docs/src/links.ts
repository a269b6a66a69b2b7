import { posix } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { documents, publishedFiles, ROOT, sitePath } from './pages.js';

const PUBLISHED: ReadonlySet<string> = new Set([...documents, ...publishedFiles]);
/** What a code host shows for a folder. */
const FOLDER_PAGE = 'README.md';
/** Files that the gateway serves beside the site. */
const SERVED: ReadonlyMap<string, string> = new Map([
  ['apps/gateway/openapi.json', '/openapi.json'],
]);

export interface LinkElement {
  readonly tag: 'a' | 'span';
  readonly attributes: Readonly<Record<string, string>>;
}

/**
 * The element in the site for a link in a document; a file of the repository that the site does not
 * have is not a link but shows its path.
 * @param document its path in the repository
 */
export function linkElement(href: string, document: string): LinkElement {
  if (href.startsWith('#') || URL.canParse(href)) return { tag: 'a', attributes: { href } };
  const [path = '', anchor] = href.split('#');
  const file = posix.join(posix.dirname(document), path);
  const address = SERVED.get(file);
  // Without the base of the site, and loaded by the browser.
  if (address !== undefined) return { tag: 'a', attributes: { href: address, target: '_self' } };
  const published = [file, posix.join(file, FOLDER_PAGE)].find((each) => PUBLISHED.has(each));
  if (published === undefined) {
    return { tag: 'span', attributes: { class: 'source', title: file } };
  }
  const suffix = anchor === undefined ? '' : `#${anchor}`;
  return { tag: 'a', attributes: { href: `/${sitePath(published)}${suffix}` } };
}

/** Replaces the links of documents by their elements in the site. */
export function siteLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('site-links', ({ tokens, env }) => {
    const { realPath, path } = env as { readonly realPath?: string; readonly path: string };
    const document = posix.relative(ROOT, realPath ?? path);
    for (const { children } of tokens) {
      let tag = 'a';
      for (const token of children ?? []) {
        const href = token.attrGet('href');
        if (token.type === 'link_open' && href !== null) {
          const element = linkElement(href, document);
          token.tag = tag = element.tag;
          token.attrs = Object.entries(element.attributes);
        } else if (token.type === 'link_close') token.tag = tag;
      }
    }
  });
}
