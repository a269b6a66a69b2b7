import { readFileSync } from 'node:fs';
import { readSigningKeys, schemaFault, type AnswerOf } from '@ndx/api';
import { archivePlace, archiveVariables } from '@ndx/archive';
import { LogVerifier, type AuditSource } from '@ndx/audit';
import { UsageError } from '@ndx/command-line';
import { loadConfig, postgresUrl } from '@ndx/config';
import { describeError, serviceVariable, type StatefulServiceName } from '@ndx/contracts';
import type { DataSource } from 'typeorm';
import { serviceVariables } from '../config/service-config.js';
import { createServiceDataSource } from '../definition/service-data-source.js';
import type { ServiceDefinition } from '../definition/service-definition.js';

/**
 * The audit logs of a service for somebody without its secrets: its database (reading is enough) and
 * a saved copy of `/.well-known/ndx-keys`.
 * @throws ConfigurationError naming the variables that are missing or malformed
 * @throws UsageError when the file has no keys of the service
 */
export function publicAuditSource(
  { name, rows, migrations, audited = [], storedEvents: stored }: ServiceDefinition,
  env: NodeJS.ProcessEnv,
  file: string,
): AuditSource & { readonly database: DataSource } {
  const databaseUrl = serviceVariable(name, 'DATABASE_URL');
  const { DEPLOYMENT_NAME } = serviceVariables(name);
  const spec = { [databaseUrl]: postgresUrl(), DEPLOYMENT_NAME, ...archiveVariables };
  const config = loadConfig(name, spec, env);
  const url = String(Reflect.get(config, databaseUrl));
  return {
    database: createServiceDataSource({ url, poolSize: 2, rows, migrations }),
    verifier: new LogVerifier(config.DEPLOYMENT_NAME, name, keysIn(file, name)),
    place: archivePlace(config),
    audited,
    stored,
  };
}

function keysIn(file: string, service: StatefulServiceName): Buffer[] {
  const keys = listIn(file).filter(
    (key) => key.service === service && key.purpose === 'checkpoints',
  );
  if (keys.length === 0) throw new UsageError(`${file} has no key of the ${service} service`);
  return keys.map(({ x }) => Buffer.from(x, 'base64url'));
}

function listIn(file: string) {
  const document = jsonIn(file);
  const fault = schemaFault(readSigningKeys.answer, document);
  if (fault) {
    const place = fault.path.join('.');
    throw new UsageError(
      `${file} is not a copy of ${readSigningKeys.path}: ${place} ${fault.message}`,
    );
  }
  return (document as AnswerOf<typeof readSigningKeys>).keys;
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read as JSON: ${describeError(error)}`);
  }
}
