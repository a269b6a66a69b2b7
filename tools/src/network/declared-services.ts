import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@ndx/contracts';
import { LocalInfraError, projectRoot } from '@ndx/local-infra';

/** The declarations of a process that the local start needs. */
export interface DeclaredService {
  /** Every variable that it reads. */
  readonly variables: readonly string[];
  /** The variables with required keys. */
  readonly keys: readonly string[];
}

/** Generated, so that the local start need not run each process to print its variables. */
export const SERVICES_FILE = join('deploy', 'services.json');

/** @throws LocalInfraError when the process is not in the generated file */
export function declaredService(name: ServiceName): DeclaredService {
  const service = declaredServices()[name];
  if (!service) throw new LocalInfraError(`${SERVICES_FILE} has no ${name}: npm run deployment`);
  return service;
}

/** The keys of all processes, without duplicates. */
export function declaredKeys(): readonly string[] {
  return [...new Set(Object.values(declaredServices()).flatMap(({ keys }) => keys))];
}

/** The variables of all processes. */
export function declaredVariables(): ReadonlySet<string> {
  return new Set(Object.values(declaredServices()).flatMap(({ variables }) => variables));
}

function declaredServices(): Readonly<Record<string, DeclaredService>> {
  const text = readFileSync(join(projectRoot(), SERVICES_FILE), 'utf8');
  return JSON.parse(text) as Readonly<Record<string, DeclaredService>>;
}
