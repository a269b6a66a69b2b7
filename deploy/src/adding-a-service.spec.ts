import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, ManagedProcess, projectRoot } from '@ndx/local-infra';
import { createTestDatabase, type TestDatabase } from '@ndx/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { mayConnect } from './kubernetes/network.js';
import { workloadsOf } from './kubernetes/pods.js';
import { ENVIRONMENTS, manifestsIn } from './kubernetes/render.js';
import { renderedSuite } from './kubernetes/rendered-suite.js';
import { addLedger, LEDGER, linesElsewhere, linkPackages } from './testing/ledger-service.js';

const run = promisify(execFile);

/** Files of the checkout that are not copied. */
const LEFT_OUT = /^(node_modules|\.git|\.turbo|\.cache|\.venv|\.data.*)$/;

/** Prints the variables of a process in the local start, computed by the tools of the copy. */
const LOCAL_ENVIRONMENT = `
import { SERVICE_NAMES } from '@ndx/contracts';
import { environmentOf } from './tools/dist/network/service-environment.js';
import { localSecrets } from './tools/dist/network/local-secrets.js';

const [service, databaseUrl, busUrl, port] = process.argv.slice(1);
console.log(JSON.stringify(environmentOf(service, {
  ports: new Map(SERVICE_NAMES.map((name) => [name, name === service ? Number(port) : 1])),
  databaseUrls: new Map([[service, databaseUrl]]),
  bus: { KAFKA_BROKERS: '', EMBEDDED_BUS_URL: busUrl },
  identityProviderUrl: 'http://127.0.0.1:1',
}, localSecrets('.data/secrets.json'))));
`;

describe('a service that is added as a folder and a topology row', () => {
  let root: string;
  let started: ManagedProcess | undefined;
  const databases: TestDatabase[] = [];

  const node = (...args: readonly string[]) => run(process.execPath, args, { cwd: root });
  const generator = (name: string, ...args: readonly string[]) =>
    node(join('tools', 'dist', `${name}.js`), ...args);
  const read = (...path: readonly string[]) => readFile(join(root, ...path), 'utf8');
  const database = async () => {
    const created = await createTestDatabase();
    databases.push(created);
    return created.url;
  };

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'service-'));
    const filter = (path: string) => !LEFT_OUT.test(basename(path));
    await cp(projectRoot(), root, { recursive: true, filter });
    await linkPackages(projectRoot(), root);
    await addLedger(root);
  });

  afterAll(async () => {
    await started?.stop();
    for (const { drop } of databases) await drop();
    await rm(root, { recursive: true, force: true });
  });

  test('needs at most three lines outside its folder', async () => {
    const lines = await linesElsewhere(projectRoot(), root);
    expect(lines).not.toEqual([]);
    expect(lines.length).toBeLessThanOrEqual(3);
  });

  test('is built like every service, and then the generated files are stale', async () => {
    const gateway = join('apps', 'gateway');
    for (const folder of [join('libs', 'contracts'), gateway, LEDGER.folder]) {
      await run('npm', ['run', 'build'], { cwd: join(root, folder) });
    }
    await expect(generator('deployment', '--check')).rejects.toThrow(/npm run deployment/);
  });

  test.each(['deployment', 'configuration', 'openapi'])('is read by npm run %s', async (name) => {
    await expect(generator(name)).resolves.toMatchObject({ stderr: '' });
  });

  test('is in the alerts, the dashboard, the Kafka example and the README', async () => {
    const alerts = await read('deploy', 'observability', 'prometheus', 'alerts.yaml');
    expect(alerts).toMatch(/service=~"[^"]*\bledger"/);
    expect(await read('deploy', 'observability', 'grafana', 'data-exchange.json')).toMatch(
      /"allValue": "[^"]*\bledger"/,
    );
    const kafka = await read('deploy', 'kubernetes', 'examples', 'strimzi-kafka.yaml');
    expect(manifestsIn(kafka).map(({ metadata }) => metadata.name)).toEqual(
      expect.arrayContaining(['ledger.events', 'exchange-ledger']),
    );
    expect(await read('README.md')).toContain('    ledger --> entity\n');
  });

  test('is started by compose, with its database, its peer and its keys', async () => {
    const { services } = parse(await read('docker-compose.yml')) as {
      readonly services: Readonly<Record<string, { readonly environment: object }>>;
    };
    expect(services['ledger']?.environment).toMatchObject({
      LEDGER_DATABASE_URL: 'postgres://ledger:development@postgres:5432/ledger',
      ENTITY_URL: 'http://entity:8080',
      LEDGER_SIGNING_KEY: expect.any(String),
    });
    expect(services).toHaveProperty('migrate-ledger');
    expect(services['postgres']?.environment).toMatchObject({
      DATABASES: expect.stringMatching(/\bledger$/),
    });
  });

  test('has an address that the gateway requires', async () => {
    const { stdout } = await node(join('apps', 'gateway', 'dist', 'main.js'), 'variables');
    const { variables } = JSON.parse(stdout) as { readonly variables: readonly object[] };
    expect(variables).toContainEqual(
      expect.objectContaining({ name: 'LEDGER_URL', required: true }),
    );
  });

  renderedSuite('rendered for every environment', () => {
    test('is deployed, and may connect only to its peer', async () => {
      for (const environment of ENVIRONMENTS) {
        const folder = join(root, 'deploy', 'kubernetes', 'overlays', environment);
        const { stdout } = await run('kubectl', ['kustomize', folder]);
        const manifests = manifestsIn(stdout);
        const pods = workloadsOf(manifests);
        const [ledger, job] = pods.filter(({ service }) => service === 'ledger');
        expect([ledger?.kind, job?.kind]).toEqual(['Deployment', 'Job']);
        if (!ledger) throw new Error('there is no ledger');
        const others = pods.filter(
          ({ kind, name }) => kind === 'Deployment' && name !== ledger.name,
        );
        const called = others.filter((pod) => mayConnect(manifests, ledger, pod, 8080));
        expect(called.map(({ service }) => service)).toEqual(['entity']);
        const callers = others.filter((pod) => mayConnect(manifests, pod, ledger, 8080));
        expect(callers.map(({ service }) => service)).toEqual(['gateway']);
      }
    });
  });

  test('migrates and serves with the variables of the local start', async () => {
    const [databaseUrl, busUrl, port] = [await database(), await database(), await freePort()];
    const { stdout } = await node(
      ...['--input-type=module', '--eval', LOCAL_ENVIRONMENT],
      ...['ledger', databaseUrl, busUrl, String(port)],
    );
    const env = JSON.parse(stdout) as Record<string, string>;
    const entry = join(root, LEDGER.folder, 'dist', 'main.js');
    await run(process.execPath, [entry, 'migrate'], { env });
    started = await ManagedProcess.start({
      name: 'ledger',
      entry,
      env,
      readyUrl: `http://127.0.0.1:${port}/health/ready`,
      logFile: join(root, 'ledger.log'),
      restart: false,
      log: () => undefined,
    });
    const answer = await fetch(`http://127.0.0.1:${port}/health/live`);
    expect(answer.status).toBe(200);
  });
});
