import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Writes the copies of the text files that the gateway sends to browsers that accept them. */
export function compress(folder: string): void {
  for (const file of globSync('**/*.{html,css,js,json,svg}', { cwd: folder })) {
    const content = readFileSync(join(folder, file));
    writeFileSync(join(folder, `${file}.gz`), gzipSync(content, { level: 9 }));
  }
}
