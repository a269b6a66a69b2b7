import { readFileSync } from 'node:fs';
import { logsIn } from '@ndx/audit';
import { UsageError } from '@ndx/command-line';
import { serviceVariable } from '@ndx/contracts';
import { requireCurrentSchema } from '@ndx/postgres';
import type { Type } from '@nestjs/common';
import {
  auditLogOf,
  createInfrastructure,
  logSignerOf,
  readSettings,
} from '../definition/infrastructure.js';
import { definitionOf } from '../definition/service-definition.js';

const STDIN = 0;

/**
 * `audit-rotate`: before the seed of a service is replaced, enters the next key in each audit log,
 * in a checkpoint that the present and the next key sign. The next value of `*_SIGNING_KEY` is read
 * from a file, or from standard input (`-`).
 * @throws UsageError without a file
 */
export async function auditRotateCommand(
  service: Type,
  env: NodeJS.ProcessEnv,
  { next }: { readonly next?: string },
): Promise<void> {
  if (next === undefined) throw new UsageError('audit-rotate needs --next FILE');
  const seed = readFileSync(next === '-' ? STDIN : next, 'utf8').trim();
  const logs = await enterNextKey(service, env, seed);
  process.stdout.write(`${JSON.stringify({ logs })}\n`);
}

/**
 * Enters a key in each audit log of a service.
 * @param seed the next value of `*_SIGNING_KEY`
 * @returns the number of logs
 */
export async function enterNextKey(
  service: Type,
  env: NodeJS.ProcessEnv,
  seed: string,
): Promise<number> {
  const definition = definitionOf(service);
  const infrastructure = createInfrastructure(definition, env);
  const signer = logSignerOf(
    readSettings(definition, { ...env, [serviceVariable(definition.name, 'SIGNING_KEY')]: seed }),
  );
  const { dataSource } = infrastructure;
  await dataSource.initialize();
  try {
    await requireCurrentSchema(dataSource);
    const log = auditLogOf(infrastructure);
    const networks = await logsIn(dataSource);
    for (const network of networks) {
      await dataSource.transaction((manager) => log.rotateKey(manager, network, signer));
    }
    return networks.length;
  } finally {
    await dataSource.destroy();
  }
}
