import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The checkout, whose documents are the pages. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Patterns of the documents that are pages. */
const DOCUMENTS = [
  'docs/**/*.md',
  '{CHANGELOG,CONTRIBUTING,SECURITY}.md',
  'clients/*/README.md',
  'clients/*/reference/**/*.md',
  'formal/README.md',
];

/** The files in `docs` that documents link to. */
const FILES = 'docs/{events,images}/**/*.{json,png}';

/** The documents, by their paths in the repository. */
export const documents: readonly string[] = globSync(DOCUMENTS, { cwd: ROOT });

export const publishedFiles: readonly string[] = globSync(FILES, { cwd: ROOT });

/** The path of a document or file in the site: `docs/operators/deploy.md` is `operators/deploy.md`. */
export function sitePath(file: string): string {
  return file
    .replace(/^docs\//, '')
    .replace(/(^|\/)README\.md$/, '$1index.md')
    .toLowerCase();
}
