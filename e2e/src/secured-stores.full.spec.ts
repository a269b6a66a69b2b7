import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { serviceVariable, STATEFUL_SERVICE_NAMES, type StatefulServiceName } from '@ndx/contracts';
import {
  freePort,
  LocalKafka,
  LocalPgBouncer,
  LocalPostgres,
  PGBOUNCERS,
  type PgBouncerVersion,
  projectRoot,
} from '@ndx/local-infra';
import { eventually, TestAuthority } from '@ndx/testing';
import { blocksOfKind } from '@ndx/tools/docs/shell-steps';
import { entryOf } from '@ndx/tools/network/service-processes';
import { isIssued, queryUntil, TestBusiness } from './harness/business.js';
import { Exchange } from './harness/exchange.js';

const run = promisify(execFile);

const GUIDE = readFileSync(join(projectRoot(), 'docs', 'operators', 'pooler.md'), 'utf8');
const [CONFIGURATION = ''] = blocksOfKind(GUIDE, 'ini');
const START_TIMEOUT_MS = 900_000;
const DATABASE = 'PRODUCT_QUERY_DATABASE_URL';
const USER = 'exchange';
const PASSWORD = 'a-password-of-the-broker';
const SHARED =
  'a connection pooler shares sessions between clients (transaction or statement mode); set pool_mode=session';

/** A run without the programs reports them as skipped; in CI there is no such run. */
const isRequired = process.env['CI'] === 'true';
const tested = PGBOUNCERS.filter(
  (each) => isRequired || LocalPgBouncer.missing(each) === undefined,
);
const isPossible = tested.length > 0 && (isRequired || LocalKafka.missing() === undefined);
const describeWithStores = isPossible ? describe : describe.skip;
const log = (): void => undefined;

const folder = mkdtempSync(join(tmpdir(), 'secured-stores-'));
const file = (name: string) => join(folder, name);
const before = { ...process.env };

let authority: TestAuthority;
let postgres: LocalPostgres;
let kafka: LocalKafka;
/** The running poolers, by port. */
const poolers = new Map<number, LocalPgBouncer>();
/** The port of the exchange's pooler. */
let pooler: number;
let version: PgBouncerVersion = tested[0] ?? 'installed';
let exchange: Exchange;

/** PgBouncer with the configuration of the guide, in its mode or another one; its port. */
async function startPooler(mode = 'session', given?: number): Promise<number> {
  const port = given ?? (await freePort());
  const configuration = CONFIGURATION.replaceAll(
    'host=postgres.example port=5432',
    `host=127.0.0.1 port=${postgres.port}`,
  )
    .replace('0.0.0.0', '127.0.0.1')
    .replace('6432', String(port))
    .replace('pool_mode = session', `pool_mode = ${mode}`)
    .replaceAll('/etc/pgbouncer/', `${folder}/`);
  writeFileSync(file(`${mode}.ini`), configuration);
  poolers.set(port, await LocalPgBouncer.start(version, file(`${mode}.ini`), port, log));
  return port;
}

/** Restarts the pooler of the exchange in another mode. */
async function restartPooler(mode: string): Promise<void> {
  await poolers.get(pooler)?.stop();
  await startPooler(mode, pooler);
}

/** What keeps a process of the exchange from being ready. */
async function problemsOf(service: StatefulServiceName): Promise<readonly string[]> {
  const { PORT: port = '' } = exchange.network.environment(service);
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`);
  const { problems = [] } = (await response.json()) as { readonly problems?: readonly string[] };
  expect(response.status).toBe(problems.length === 0 ? 200 : 503);
  return problems;
}

async function everyServiceIsReady(): Promise<void> {
  for (const service of STATEFUL_SERVICE_NAMES) {
    await eventually(async () => expect(await problemsOf(service)).toEqual([]));
  }
}

/** The address of a service's database behind a pooler. */
function behind(port: number, service: string): string {
  const url = new URL(postgres.url(service));
  url.port = String(port);
  url.searchParams.set('sslrootcert', file('ca.crt'));
  return url.href;
}

/** Runs a command of product-query. @returns its exit status, and its outputs */
async function command(variables: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const env = {
    ...process.env,
    ...exchange.network.environment('product-query'),
    ...{ PORT: '0', LOG_LEVEL: 'silent', ...variables },
  };
  try {
    const { stdout } = await run(process.execPath, [entryOf('product-query'), ...args], { env });
    return { status: 0, lines: stdout.trim().split('\n'), said: '' };
  } catch (error) {
    // The error of execFile for another exit status than 0.
    const { code, stdout, stderr } = error as {
      readonly code: number;
      readonly stdout: string;
      readonly stderr: string;
    };
    return { status: code, lines: stdout.trim().split('\n'), said: stderr.trim() };
  }
}

describeWithStores('with TLS to Postgres and Kafka, and the pooler of the guide', () => {
  beforeAll(async () => {
    // Under root the servers run as another user, which needs access.
    chmodSync(folder, 0o755);
    authority = await TestAuthority.create();
    const certificate = await authority.issue('127.0.0.1');
    for (const [name, text] of [
      ...[['ca.crt', authority.certificate] as const],
      ...[['postgres-ca.crt', authority.certificate] as const],
      ...[['tls.crt', certificate.certificate] as const],
      ...[['tls.key', certificate.key] as const],
    ]) {
      writeFileSync(file(name), text);
    }
    const tls = { ...certificate, authority: authority.certificate };
    postgres = await LocalPostgres.start({ dataDir: file('data'), durable: false, log, tls });
    const { username, password } = new URL(postgres.url('postgres'));
    writeFileSync(file('userlist.txt'), `"${username}" "${password}"\n`);
    pooler = await startPooler();
    for (const service of STATEFUL_SERVICE_NAMES) {
      await postgres.createDatabase(service);
      process.env[serviceVariable(service, 'DATABASE_URL')] = behind(pooler, service);
    }
    const secured = { ...certificate, port: await freePort(), user: USER, password: PASSWORD };
    kafka = await LocalKafka.start({ dataDir: file('kafka'), log, secured });
    Object.assign(process.env, {
      KAFKA_BROKERS: `127.0.0.1:${secured.port}`,
      KAFKA_SSL: 'true',
      KAFKA_SASL_USERNAME: USER,
      KAFKA_SASL_PASSWORD: PASSWORD,
      NODE_EXTRA_CA_CERTS: file('ca.crt'),
    });
    exchange = await Exchange.start('kafka', 'secured-stores', false);
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    process.env = before;
    await exchange.stop();
    for (const each of poolers.values()) await each.stop();
    await kafka.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  describe.each(PGBOUNCERS)('with the PgBouncer: %s', (each) => {
    const testWithIt = tested.includes(each) ? test : test.skip;

    beforeAll(async () => {
      if (version === each || !tested.includes(each)) return;
      version = each;
      await restartPooler('session');
      await everyServiceIsReady();
    });

    testWithIt('a furnished record reaches a query, over both stores', async () => {
      const business = new TestBusiness(exchange);
      await business.furnish();
      const consent = await business.consent();
      await queryUntil(exchange, { consent_id: consent }, isIssued);
    });

    testWithIt.each(['transaction', 'statement'])(
      'with a pooler in %s mode, neither migration nor service starts',
      async (mode) => {
        const port = await startPooler(mode);
        for (const args of [['migrate'], []]) {
          const url = { [DATABASE]: behind(port, 'product-query') };
          const { status, said } = await command(url, ...args);
          expect([status, said]).toEqual([1, `${DATABASE}: ${SHARED}`]);
        }
      },
    );

    testWithIt.each(['transaction', 'statement'])(
      'no service is ready while its pooler runs in %s mode',
      async (mode) => {
        await restartPooler(mode);
        for (const service of STATEFUL_SERVICE_NAMES) {
          const shared = `${serviceVariable(service, 'DATABASE_URL')}: ${SHARED}`;
          await eventually(async () => expect(await problemsOf(service)).toContain(shared));
        }
        await restartPooler('session');
        await everyServiceIsReady();
      },
    );
  });

  test('doctor finds nothing to change', async () => {
    expect(await command({}, 'doctor')).toEqual({
      status: 0,
      lines: [
        expect.stringMatching(/^ok +PRODUCT_QUERY_DATABASE_URL: Postgres 18\S* .*, TLSv1\.3$/),
        `ok      KAFKA_BROKERS: the brokers answer as ${USER}, with TLS`,
      ],
      said: '',
    });
  });

  test.each([
    ['a wrong password', { KAFKA_SASL_PASSWORD: 'another' }, 'KAFKA_BROKERS', /SASL/],
    ['no TLS', { KAFKA_SSL: 'false' }, 'KAFKA_BROKERS', /Kafka/],
    ['an unknown authority', { NODE_EXTRA_CA_CERTS: '' }, 'KAFKA_BROKERS', /certificate/],
    ['no database', { [DATABASE]: 'postgres://127.0.0.1:9/d' }, DATABASE, /nothing listens at/],
  ])('doctor reports %s of a store', async (_what, variables, subject, reason) => {
    const { status, lines, said } = await command(variables, 'doctor');
    const failed = lines.filter((line) => line.startsWith('failed'));
    // Node may warn of the timers of the client of Kafka before.
    expect([status, said.split('\n').at(-1)]).toEqual([1, '1 of 2 checks failed']);
    expect(failed).toEqual([expect.stringMatching(`^failed  ${subject}`)]);
    expect(failed[0]).toMatch(reason);
  });
});
