import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const INLINE_SCRIPT = /<script id="([\w-]+)">([^<]+)<\/script>/g;

/**
 * Moves the scripts in a page to files, because the Content-Security-Policy allows no script in a page.
 * @param folder the build
 * @param base the path of the site
 */
export function separateScripts(page: string, folder: string, base: string): string {
  return page.replace(INLINE_SCRIPT, (_script, id: string, content: string) => {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
    const file = `assets/${id}.${hash}.js`;
    mkdirSync(join(folder, 'assets'), { recursive: true });
    writeFileSync(join(folder, file), content);
    return `<script src="${base}${file}"></script>`;
  });
}
