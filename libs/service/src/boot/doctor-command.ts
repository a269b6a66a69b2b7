import { serviceVariable } from '@ndx/contracts';
import { createBus } from '@ndx/messaging';
import {
  connecting,
  inspectDatabase,
  poolOf,
  requireCurrentSchema,
  requireOwnSession,
} from '@ndx/postgres';
import type { Type } from '@nestjs/common';
import {
  busOptions,
  createInfrastructure,
  type Infrastructure,
} from '../definition/infrastructure.js';
import { definitionOf } from '../definition/service-definition.js';
import { finding, reportFindings, type Finding } from './findings.js';

/**
 * `doctor`: checks the database and the bus of a service as its variables name them, and changes
 * nothing.
 * @throws ConfigurationError, or ReportedFailure when a check failed
 */
export async function doctorCommand(service: Type, env: NodeJS.ProcessEnv): Promise<void> {
  reportFindings(await examine(createInfrastructure(definitionOf(service), env)));
}

async function examine(infrastructure: Infrastructure): Promise<readonly Finding[]> {
  const { definition, config } = infrastructure;
  const variable = serviceVariable(definition.name, 'DATABASE_URL');
  const bus = config.KAFKA_BROKERS === '' ? 'EMBEDDED_BUS_URL' : 'KAFKA_BROKERS';
  return [
    await finding(variable, () => checkDatabase(variable, infrastructure)),
    await finding(bus, () => checkBus(infrastructure)),
  ];
}

async function checkDatabase(
  variable: string,
  { dataSource, databaseUrl }: Infrastructure,
): Promise<Omit<Finding, 'subject'>> {
  await connecting({ variable, url: databaseUrl }, () => dataSource.initialize());
  try {
    const pool = poolOf(dataSource);
    await requireOwnSession(variable, pool);
    const { version, tls } = await inspectDatabase(pool);
    await requireCurrentSchema(dataSource);
    const server = `Postgres ${version} with the current schema, and sessions of its own`;
    if (tls === undefined) return { state: 'warning', text: `${server}, without TLS` };
    return { state: 'ok', text: `${server}, ${tls}` };
  } finally {
    await dataSource.destroy();
  }
}

async function checkBus(infrastructure: Infrastructure): Promise<Omit<Finding, 'subject'>> {
  const bus = createBus(busOptions(infrastructure));
  try {
    const outage = await bus.outage();
    if (outage) throw outage.error;
    const {
      KAFKA_BROKERS: brokers,
      KAFKA_SSL: isTls,
      KAFKA_SASL_USERNAME: user,
    } = infrastructure.config;
    if (brokers === '') return { state: 'ok', text: 'the embedded bus answers' };
    const signedIn = user === '' ? 'without a user' : `as ${user}`;
    if (!isTls) return { state: 'warning', text: `the brokers answer ${signedIn}, without TLS` };
    return { state: 'ok', text: `the brokers answer ${signedIn}, with TLS` };
  } finally {
    await bus.close();
  }
}
