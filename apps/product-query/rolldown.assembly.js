import { readFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';
import service from '../../rolldown.config.js';

const project = new URL('../../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(project, 'utf8'));

/**
 * Bundles the assembly of answers into one module without imports, which reliance files contain and
 * any engine runs; its first line states the version. Code that it does not use is left out, also code with effects on loading.
 */
export default defineConfig({
  ...service,
  input: 'src/domain/reliance/assemble.ts',
  platform: 'neutral',
  // Unused, and therefore left out; a spec loads the module without any import.
  external: [/^node:/],
  resolve: { ...service.resolve, conditionNames: ['source', 'browser', 'import', 'default'] },
  treeshake: { moduleSideEffects: false },
  output: {
    file: 'dist/assembly.mjs',
    minify: { compress: true, mangle: true, codegen: true },
    postBanner: `// ndx assembly ${version}`,
  },
});
