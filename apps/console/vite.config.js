import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The gateway sends these copies to browsers that accept them. */
const compress = {
  name: 'compress',
  writeBundle({ dir }) {
    const assets = join(dir, 'assets');
    for (const name of readdirSync(assets)) {
      const content = readFileSync(join(assets, name));
      writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }));
      writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content));
    }
  },
};

/** The class names of a component of Mantine, which its styles belong to. */
const CLASS_NAMES = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/;

/** Adds the styles of each Mantine component that is part of the bundle, and of no other. */
const stylesOfComponents = {
  name: 'styles-of-components',
  transform(code, id) {
    const [, component] = CLASS_NAMES.exec(id) ?? [];
    return (
      component && { code: `import '@mantine/core/styles/${component}.css';\n${code}`, map: null }
    );
  },
};

export default defineConfig({
  base: '/console/',
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    // After an upgrade, the router loads the page again for a missing script, not for a missing style sheet.
    cssCodeSplit: false,
    // What every view needs is one file: many small files have more headers, and compress worse.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'initial', tags: ['$initial'] }] } },
    },
  },
  plugins: [react(), stylesOfComponents, compress],
});
