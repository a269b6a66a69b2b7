import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import swcJest from '@swc/jest';

const require = createRequire(import.meta.url);
const VERSIONS = ['@swc/core', '@swc/jest'].map((name) =>
  readFileSync(require.resolve(`${name}/package.json`), 'utf8'),
);

/**
 * `@swc/jest` with a cache shared by all workspaces: its own cache key contains the workspace, so
 * that each one would transform every dependency again.
 */
export default {
  createTransformer(options) {
    const { process, canInstrument } = swcJest.createTransformer(options);
    const common = JSON.stringify([VERSIONS, options]);
    const getCacheKey = (source, path, { instrument, supportsStaticESM }) =>
      createHash('sha1')
        .update(JSON.stringify([common, path, instrument, supportsStaticESM]))
        .update(source)
        .digest('hex');
    return { canInstrument, process, getCacheKey };
  },
};
