import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import swcJest from '@swc/jest';

const require = createRequire(import.meta.url);
const VERSIONS = ['@swc/core', '@swc/jest'].map((name) =>
  readFileSync(require.resolve(`${name}/package.json`), 'utf8'),
);

const DEPENDENCY = /[\\/]node_modules[\\/]/;

/**
 * `@swc/jest` with a cache shared by all workspaces: its own cache key contains the workspace, so
 * that each one would transform every dependency again. Source maps of the project's own files are
 * stored beside the code, because every spec compiles the code again; dependencies have none.
 */
export default {
  createTransformer(options) {
    const transformer = swcJest.createTransformer(options);
    const process = (source, path, transformOptions) => {
      const { code, map } = transformer.process(source, path, transformOptions);
      return DEPENDENCY.test(path) ? { code } : { code, map };
    };
    const common = JSON.stringify([VERSIONS, options]);
    const getCacheKey = (source, path, { instrument, supportsStaticESM }) =>
      createHash('sha1')
        .update(JSON.stringify([common, path, instrument, supportsStaticESM]))
        .update(source)
        .digest('hex');
    return { canInstrument: transformer.canInstrument, process, getCacheKey };
  },
};
