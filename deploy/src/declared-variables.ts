import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import type { DeclaredVariable } from '@ndx/config';
import { oncePerRun } from './testing/once-per-run.js';

const known = new Map<ServiceName, readonly DeclaredVariable[]>();

/**
 * Every variable that a process reads, from the output of its `variables` command.
 * @throws Error when the process is not built
 */
export function declaredVariables(service: ServiceName): readonly DeclaredVariable[] {
  const before = known.get(service);
  if (before) return before;
  const entry = join(projectRoot(), 'apps', service, 'dist', 'main.js');
  if (!existsSync(entry)) throw new Error(`${service} is not built: npm run build`);
  const printed = oncePerRun(`variables of ${service}`, () =>
    execFileSync(process.execPath, [entry, 'variables'], { encoding: 'utf8' }),
  );
  const { variables } = JSON.parse(printed) as { readonly variables: readonly DeclaredVariable[] };
  known.set(service, variables);
  return variables;
}

/** The names of the variables that a process requires to start. */
export function requiredVariables(service: ServiceName): readonly string[] {
  return declaredVariables(service)
    .filter(({ required }) => required)
    .map(({ name }) => name);
}

/** The variables that the migrate command reads. */
export function migrationVariables(service: ServiceName): readonly DeclaredVariable[] {
  return declaredVariables(service).filter(({ name }) => /^LOG_LEVEL$|_DATABASE_URL$/.test(name));
}
