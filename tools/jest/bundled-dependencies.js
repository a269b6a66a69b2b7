import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Dependencies of services with the most modules, and those that they share objects with. */
const NAMES = [
  ...['@nestjs/common', '@nestjs/core', '@nestjs/microservices', '@nestjs/platform-fastify'],
  ...['@opentelemetry/api', '@peculiar/x509', 'class-transformer', 'class-validator'],
  ...['class-validator-jsonschema', 'fastify', 'jose'],
  ...['kafkajs', 'pg', 'prom-client', 'rxjs', 'typebox', 'typebox/compile'],
  ...['typebox/schema', 'typeorm', 'undici'],
];

const PARENT = fileURLToPath(new URL('../../.cache/test-dependencies', import.meta.url));

/**
 * Every spec file loads its modules again, and of the 4,100 modules of a service three of four are
 * in these dependencies: as a few files they load in half the time. They are bundled once for each
 * state of package-lock.json.
 *
 * @returns `moduleNameMapper` from each name to its bundle, and the folder of the bundles
 */
export async function bundledDependencies() {
  const folder = join(PARENT, stateOfDependencies());
  if (!existsSync(folder)) await bundle(folder);
  return { folder, moduleNameMapper: { [`^(${NAMES.join('|')})$`]: `${folder}/$1.cjs` } };
}

function stateOfDependencies() {
  const hash = createHash('sha1');
  for (const file of ['../../package-lock.json', './bundled-dependencies.js']) {
    hash.update(readFileSync(new URL(file, import.meta.url)));
  }
  return hash.digest('hex');
}

async function bundle(folder) {
  const { rolldown } = await import('rolldown');
  mkdirSync(PARENT, { recursive: true });
  const unfinished = mkdtempSync(join(PARENT, 'unfinished-'));
  const build = await rolldown({
    input: Object.fromEntries(NAMES.map((name) => [name, ENTRY + name])),
    platform: 'node',
    // Decorators need it before all chunks.
    external: ['reflect-metadata'],
    // What a suite resolves, so that no package is loaded twice, as CommonJS and as ESM.
    resolve: { conditionNames: ['node', 'require', 'default'] },
    plugins: [entries],
    // Drivers and transports that are not installed.
    onLog: () => undefined,
  });
  await build.write({
    dir: unfinished,
    format: 'cjs',
    keepNames: true,
    entryFileNames: '[name].cjs',
  });
  await build.close();
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true });
  }
}

const ENTRY = '\0entry:';

/** `require` gives a suite what it gets of the package itself, of CommonJS and of ESM. */
const entries = {
  name: 'entries',
  resolveId: (id) => (id.startsWith(ENTRY) ? id : undefined),
  load: (id) =>
    id.startsWith(ENTRY)
      ? `module.exports = require(${JSON.stringify(id.slice(ENTRY.length))});`
      : undefined,
};
