import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@ndx/contracts';
import { LocalInfraError, projectRoot } from '@ndx/local-infra';

/** What a process declares, as far as the local start needs it. */
export interface DeclaredService {
  /** Every variable that it reads. */
  readonly variables: readonly string[];
  /** Those of them that are keys without which it does not start. */
  readonly keys: readonly string[];
}

/** Generated, so that the local start does not wait for each process to print its variables. */
export const SERVICES_FILE = join('deploy', 'services.json');

/** @throws LocalInfraError when the generated file does not know the process */
export function declaredService(name: ServiceName): DeclaredService {
  const service = declaredServices()[name];
  if (!service) throw new LocalInfraError(`${SERVICES_FILE} has no ${name}: npm run deployment`);
  return service;
}

/** The keys of all processes, each once. */
export function declaredKeys(): readonly string[] {
  return [...new Set(Object.values(declaredServices()).flatMap(({ keys }) => keys))];
}

function declaredServices(): Readonly<Record<string, DeclaredService>> {
  const text = readFileSync(join(projectRoot(), SERVICES_FILE), 'utf8');
  return JSON.parse(text) as Readonly<Record<string, DeclaredService>>;
}
