import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';
import { parse } from 'yaml';

/** The members of a docker-compose.yml block that the tests read. */
export interface ComposeService {
  readonly image: string;
  readonly build?: {
    readonly dockerfile: string;
    readonly args?: Readonly<Record<string, string>>;
  };
  readonly command?: readonly string[];
  readonly restart?: string;
  readonly init?: boolean;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly stop_grace_period?: string;
}

/** Every block of docker-compose.yml by name, with resolved anchors. */
export function composeServices(): ReadonlyMap<string, ComposeService> {
  const text = readFileSync(join(projectRoot(), 'docker-compose.yml'), 'utf8');
  const { services } = parse(text, { merge: true }) as {
    readonly services: Readonly<Record<string, ComposeService>>;
  };
  return new Map(Object.entries(services));
}

/** @throws Error when the block does not exist */
export function composeService(name: string): ComposeService {
  const service = composeServices().get(name);
  if (!service) throw new Error(`docker-compose.yml has no ${name}`);
  return service;
}

/** The variables of a block, as the process reads them. */
export function environmentOf(name: string): ReadonlyMap<string, string> {
  const { environment = {} } = composeService(name);
  return new Map(Object.entries(environment).map(([key, value]) => [key, String(value)]));
}
