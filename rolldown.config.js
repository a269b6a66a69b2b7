import http from 'node:http';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import { defineConfig } from 'rolldown';

const SWC = fileURLToPath(new URL('.swcrc', import.meta.url));

const HTTP = 'virtual:http';

function httpModule() {
  const loadFetch = ['WebSocket', 'CloseEvent', 'MessageEvent'];
  const names = Object.keys(http).filter((name) => !loadFetch.includes(name));
  return `const http = process.getBuiltinModule('node:http');
    export default http;
    export const { ${names.join(', ')} } = http;`;
}

/**
 * Bundles a service with its packages, because a process spends most of its start on finding and
 * reading module files. swc compiles the sources, as in the tests; what a service imports lazily is
 * a file of its own in `dist`.
 */
export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  // It serves files of its own folder.
  external: ['@fastify/swagger-ui'],
  resolve: { conditionNames: ['source'], extensionAlias: { '.js': ['.ts', '.js'] } },
  plugins: [
    {
      // An import of this module reads all its members, and three of them load fetch.
      name: 'http',
      resolveId: {
        filter: { id: /^(node:)?http$/ },
        handler: (_id, _importer, { kind }) => (kind === 'import-statement' ? HTTP : undefined),
      },
      load: { filter: { id: /^virtual:http$/ }, handler: () => httpModule() },
    },
    {
      name: 'swc',
      load: {
        filter: { id: { include: /\.ts$/, exclude: /\/node_modules\// } },
        handler: (file) => transformFile(file, { configFile: SWC }),
      },
    },
  ],
  // A warning would fail the build on a busy machine.
  checks: { pluginTimings: false },
  onLog(level, log, next) {
    const isOptional = log.code === 'UNRESOLVED_IMPORT' && log.id?.includes('/node_modules/');
    if (!isOptional) next(level === 'warn' ? 'error' : level, log);
  },
  // Class names are tokens and table names, so they stay.
  output: {
    dir: 'dist',
    cleanDir: true,
    keepNames: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
});
