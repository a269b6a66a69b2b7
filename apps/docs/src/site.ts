import { cpSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { defineConfig } from 'vitepress';
import { compress } from './compress.js';
import { deadLinks } from './dead-links.js';
import { diagrams } from './diagrams.js';
import { editLink } from './edit-link.js';
import { headingAnchor } from './heading-anchor.js';
import { siteLinks } from './links.js';
import { home, sidebar } from './navigation.js';
import { publishedFiles, ROOT, sitePath } from './pages.js';
import { separateScripts } from './separate-scripts.js';
import { baseOf, keptVersions, versionMenu } from './versions.js';

/** The tag of the version, for the site of an earlier one; versions.sh sets it. */
const TAG = process.env['DOCS_VERSION'];
const isLatest = TAG === undefined;
/** The path at which the gateway serves the site. */
const BASE = baseOf(TAG);
/** The page of the OpenAPI document, which the gateway serves too; of the latest version alone. */
const REFERENCE = '/reference/';
/** Written by TypeDoc from the TypeScript client, before the build of the site. */
const SDK_REFERENCE = '/clients/typescript/reference/';
/** The sites of earlier versions. */
const VERSIONS = join(import.meta.dirname, '../versions');
const kept = keptVersions(VERSIONS);

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly version: string;
};

export default defineConfig({
  base: BASE,
  srcDir: ROOT,
  cacheDir: join(import.meta.dirname, '../.cache'),
  outDir: join(import.meta.dirname, '../dist'),
  srcExclude: [
    '!(docs|clients|formal)/**/*',
    '!(CHANGELOG|CONTRIBUTING|SECURITY).md',
    '{clients/*,formal}/!(README).md',
    '{clients/*,formal}/!(README.md|reference)/**',
  ],
  rewrites: sitePath,
  title: 'Data exchange',
  description: 'Documents of the network data exchange',
  cleanUrls: true,
  // In a file: the Content-Security-Policy allows no script in a page.
  metaChunk: true,
  markdown: {
    anchor: { slugify: headingAnchor },
    config(markdown) {
      siteLinks(markdown);
      diagrams(markdown);
    },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    nav: [
      ...(isLatest ? [{ text: 'API reference', link: REFERENCE, target: '_self' }] : []),
      { text: 'SDK reference', link: SDK_REFERENCE },
      versionMenu({ version, isLatest, kept }),
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    search: {
      provider: 'local',
      // Every word of a reason, such as `consent_revoked`, is in the result.
      options: { miniSearch: { searchOptions: { combineWith: 'AND' } } },
    },
    notFound: {
      title: 'Page not found',
      quote: 'Search for it, or find it in the list of all documents.',
      linkText: 'All documents',
      linkLabel: 'All documents',
    },
    docFooter: { prev: false, next: false },
    ...(isLatest && editLink(process.env['DOCS_EDIT_URL'])),
  },
  transformPageData({ relativePath }) {
    if (relativePath === 'index.md') return { frontmatter: home() };
    // Its source is in comments of the client.
    if (`/${relativePath}`.startsWith(SDK_REFERENCE)) return { frontmatter: { editLink: false } };
    return undefined;
  },
  transformHtml: (page, _id, { siteConfig }) => separateScripts(page, siteConfig.outDir, BASE),
  buildEnd({ outDir }) {
    for (const file of publishedFiles) cpSync(join(ROOT, file), join(outDir, sitePath(file)));
    const others = [REFERENCE, ...kept.map((tag) => `/${tag}/`)];
    const dead = deadLinks(
      outDir,
      BASE,
      others.map((path) => posix.join(BASE, path)),
    );
    if (dead.length > 0) throw new Error(`dead links:\n${dead.join('\n')}`);
    compress(outDir);
    // Built, checked and compressed by themselves.
    for (const tag of kept) cpSync(join(VERSIONS, tag), join(outDir, tag), { recursive: true });
  },
});
