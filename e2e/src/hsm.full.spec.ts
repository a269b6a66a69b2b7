import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SERVICE_NAMES, STATEFUL_SERVICE_NAMES, type ServiceName } from '@ndx/contracts';
import { projectRoot, SoftHsm } from '@ndx/local-infra';
import { openRelianceFile, verifyRelianceFile } from '@ndx/proof';
import { eventually } from '@ndx/testing';
import { QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { localSecrets } from '@ndx/tools/network/local-secrets';
import { entryOf } from '@ndx/tools/network/service-processes';
import { blocksOfKind, RUN_DOCUMENTS, shellSteps } from '@ndx/tools/docs/shell-steps';
import { auditVerify } from './harness/audit-verify.js';
import { isIssued, queryUntil, TestBusiness } from './harness/business.js';
import { runSteps } from './harness/documented-steps.js';
import { Exchange } from './harness/exchange.js';

const run = promisify(execFile);

const [FILE] = RUN_DOCUMENTS.withSoftHsm;
const GUIDE = readFileSync(join(projectRoot(), FILE), 'utf8');
const [FUNCTIONS, CREATE, WRAPPING_KEY, NEW_KEY, NEW_PAIR, IN_USE, NEXT_WRAPPING_KEY, DELETE] =
  shellSteps(GUIDE);
const START_TIMEOUT_MS = 900_000;
const KEYS_PUBLISHED_MS = 120_000;
/** The time that the rollout of a key may take. */
const ROLLOUT_MS = 600_000;
/** In characters; ids and times are shorter. */
const SHORTEST_KEY = 32;

const REWRAP = (key: string) => `rewrap ${key} 2026 2027`;

/** A run without SoftHSM reports them as skipped; in CI there is no such run. */
const isPossible = SoftHsm.missing() === undefined || process.env['CI'] === 'true';
const describeWithSoftHsm = isPossible ? describe : describe.skip;

type Variables = Record<string, string>;

const folder = mkdtempSync(join(tmpdir(), 'hsm-'));
let exchange: Exchange;
/** The keys of the network before they were wrapped, by their variables. */
let plain: Readonly<Variables>;

/** Runs commands in a shell with the functions of the guide. @returns the output of each */
async function inGuide(...commands: readonly (string | undefined)[]): Promise<readonly string[]> {
  const steps = [FUNCTIONS?.command, ...commands].map((command = 'false') => ({ command }));
  const [, ...outputs] = await runSteps(steps, {
    '/etc/exchange/hsm': folder,
    '/usr/lib/softhsm/libsofthsm2.so': SoftHsm.library() ?? '',
  });
  return outputs.map((output) => output.trim());
}

async function newKey(): Promise<string> {
  const [key = ''] = await inGuide(NEW_KEY?.command);
  return key;
}

/** The variables of the guide, and the one of SoftHSM. */
function documentedVariables(): Variables {
  const [block = ''] = blocksOfKind(GUIDE, 'properties');
  const lines = block
    .replaceAll('/etc/exchange/hsm', folder)
    .replaceAll('/usr/lib/softhsm/libsofthsm2.so', SoftHsm.library() ?? '')
    .trim()
    .split('\n');
  const variables = lines.map((line) => line.split('=', 2) as [string, string]);
  return { ...Object.fromEntries(variables), SOFTHSM2_CONF: join(folder, 'softhsm2.conf') };
}

/** Values with their keys changed by commands of the guide. */
async function changeKeys(
  values: Readonly<Variables>,
  commandFor: (key: string) => string,
): Promise<Variables> {
  const names = Object.keys(values);
  // A value is a key, a key with a time, or keys with ids.
  const parts = names.map((name) => (values[name] ?? '').split(/(?<=[:,])|(?=[,@])/));
  const isKey = (part: string) => part.length >= SHORTEST_KEY && !part.startsWith('@');
  const commands = parts.flatMap((part) => part.filter(isKey).map(commandFor));
  const outputs = [...(await inGuide(...commands))];
  const changed = parts.map((part) =>
    part.map((each) => (isKey(each) ? outputs.shift() : each)).join(''),
  );
  return Object.fromEntries(names.map((name, index) => [name, changed[index] ?? '']));
}

/** Changes variables of the services that have them, and restarts these. */
async function rollOut(
  change: Readonly<Variables>,
  services: readonly ServiceName[],
  added: Readonly<Variables> = {},
): Promise<void> {
  const restarts = services.map(async (service) => {
    const environment = exchange.network.environment(service);
    const own = Object.entries(change).filter(([name]) => name in environment);
    Object.assign(environment, Object.fromEntries(own), added);
    const process = exchange.network.processes.get(service);
    if (!process) throw new Error(`no process of ${service}`);
    expect(await process.terminate()).toMatchObject({ status: 0 });
    await process.ready();
  });
  await Promise.all(restarts);
}

/** Runs a service's program. @returns its exit status and its outputs */
async function program(service: ServiceName, args: readonly string[], change: Variables = {}) {
  const env = { ...process.env, ...exchange.network.environment(service), ...change };
  try {
    const { stdout } = await run(process.execPath, [entryOf(service), ...args], { env });
    return { status: 0, stdout, stderr: '' };
  } catch (error) {
    // The error of execFile for another exit status than 0.
    const { code, stdout, stderr } = error as {
      readonly code: number;
      readonly stdout: string;
      readonly stderr: string;
    };
    return { status: code, stdout, stderr };
  }
}

async function keys(service: ServiceName, ...args: readonly string[]) {
  const { status, stdout } = await program(service, ['keys', ...args]);
  expect(status).toBe(0);
  return JSON.parse(stdout) as {
    readonly signing: string;
    readonly values: Readonly<Record<string, number>>;
  };
}

/** Every service has a part in it. @returns the reliance file of the certificate */
async function certificate(): Promise<Buffer> {
  const business = new TestBusiness(exchange);
  await business.furnish();
  const consent = await business.consent();
  const { headers } = await queryUntil(exchange, { consent_id: consent }, isIssued);
  const path = `/v1/query-events/${headers.get('x-ref-id') ?? ''}/reliance-file`;
  const token = await exchange.tokenOf(QUERYING_BANK);
  return eventually(async () => {
    const answer = await fetch(new URL(path, exchange.url), {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    const file = Buffer.from(await answer.arrayBuffer());
    // The log has an entry about a second after the query.
    expect(openRelianceFile(file).checkpoints).not.toEqual([]);
    return file;
  });
}

/** Verifies a reliance file with the keys that the gateway publishes, a minute after a rotation. */
async function verified(file: Uint8Array): Promise<void> {
  await eventually(
    async () => {
      const answer = await fetch(new URL('/.well-known/ndx-keys', exchange.url));
      const { checkpoints } = await verifyRelianceFile(file, { published: await answer.bytes() });
      expect(checkpoints).not.toEqual([]);
    },
    { timeoutMs: KEYS_PUBLISHED_MS },
  );
}

describeWithSoftHsm('with the keys of the guide in SoftHSM', () => {
  beforeAll(async () => {
    exchange = await Exchange.start('embedded', 'hsm', false);
    const secrets = localSecrets(join(exchange.network.dataDir, 'secrets.json'));
    plain = Object.fromEntries(
      Object.entries(secrets).filter(([name]) => name !== 'PRINCIPAL_PUBLIC_KEYS'),
    );
    await inGuide(CREATE?.command, WRAPPING_KEY?.command);
    const wrapped = await changeKeys(plain, (key) =>
      (IN_USE?.command ?? '').replace('$MATCH_HASH_KEY', key),
    );
    await rollOut(wrapped, SERVICE_NAMES, documentedVariables());
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await exchange.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('no process has a plain key in its environment', () => {
    const secret = Object.values(plain).flatMap((value) =>
      value.split(/[,:]/).filter(({ length }) => length >= SHORTEST_KEY),
    );
    expect(secret.length).toBeGreaterThan(SERVICE_NAMES.length);
    for (const service of SERVICE_NAMES) {
      const { pid } = exchange.network.processes.get(service) ?? {};
      const environment = readFileSync(`/proc/${String(pid)}/environ`, 'utf8');
      expect(environment).toContain('rsa-oaep.exchange-2026.');
      for (const key of secret) expect(environment).not.toContain(key);
    }
  });

  test('answers, their evidence and the logs are signed and verify', async () => {
    await verified(await certificate());
    for (const service of STATEFUL_SERVICE_NAMES) {
      expect(await auditVerify(exchange, service)).toMatchObject({ isWhole: true });
    }
  });

  test('without the token, queries continue, and a start fails and says why', async () => {
    renameSync(join(folder, 'tokens'), join(folder, 'away'));
    await certificate();
    const elsewhere = { PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'silent' };
    const starts = SERVICE_NAMES.map(async (service) => {
      const { status, stderr } = await program(service, ['serve'], elsewhere);
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(
          `^${service} cannot start: 1 configuration problem\\(s\\)\n  PKCS11_[A-Z]+: .+\n$`,
        ),
      ]);
    });
    await Promise.all(starts);
    renameSync(join(folder, 'away'), join(folder, 'tokens'));
    await rollOut({}, ['product-query']);
    await certificate();
  });

  test('a new sealing key replaces the old ones', async () => {
    const services = ['furnishing', 'product-query'] as const;
    const { SEALING_KEYS: old = '' } = exchange.network.environment('furnishing');
    const next = `next:${await newKey()}`;
    await rollOut({ SEALING_KEYS: `${old},${next}` }, services);
    await rollOut({ SEALING_KEYS: `${next},${old}` }, services);
    await certificate();
    for (const service of services) {
      expect(Object.keys((await keys(service)).values)).toEqual(['next']);
    }
    await rollOut({ SEALING_KEYS: next }, services);
    await certificate();
  });

  test('a new seed replaces the one that signs answers and logs', async () => {
    const before = await certificate();
    const service = 'product-query';
    const { signing } = await keys(service, '--status');
    const [started, end] = [0, ROLLOUT_MS].map((ms) => new Date(Date.now() + ms).toISOString());
    const next = `${await newKey()}@${String(started)}`;
    writeFileSync(join(folder, 'next'), next);
    const rotated = await program(service, ['audit-rotate', '--next', join(folder, 'next')]);
    expect(rotated).toMatchObject({ status: 0 });
    const previous = { PREVIOUS_SIGNING_KEYS: `${signing}${String(end)}` };
    await rollOut({ PRODUCT_QUERY_SIGNING_KEY: next }, [service], previous);
    await verified(await certificate());
    await verified(before);
    expect(await auditVerify(exchange, service)).toMatchObject({ isWhole: true });
  });

  test('a new key replaces the one that signs callers', async () => {
    const [lines = ''] = await inGuide(NEW_PAIR?.command);
    const [publicKey = '', privateKey = ''] = lines.split('\n');
    // The services that requests for a certificate reach.
    const services = ['entity', 'consent', 'furnishing', 'product-query'] as const;
    const { PRINCIPAL_PUBLIC_KEYS: old = '' } = exchange.network.environment('entity');
    await rollOut({ PRINCIPAL_PUBLIC_KEYS: `${old},gateway:${publicKey}` }, services);
    await rollOut({ GATEWAY_PRIVATE_KEY: privateKey }, ['gateway']);
    const others = old.split(',').filter((entry) => !entry.startsWith('gateway:'));
    const replaced = [...others, `gateway:${publicKey}`].join(',');
    await rollOut({ PRINCIPAL_PUBLIC_KEYS: replaced }, services);
    await certificate();
  });

  test('a new wrapping key replaces the old one', async () => {
    await inGuide(NEXT_WRAPPING_KEY?.command);
    for (const service of SERVICE_NAMES) {
      const environment = exchange.network.environment(service);
      const own = Object.entries(environment).filter(([name]) => name in plain);
      Object.assign(environment, await changeKeys(Object.fromEntries(own), REWRAP));
    }
    await rollOut({}, SERVICE_NAMES);
    await inGuide(DELETE?.command);
    await rollOut({}, ['entity']);
    await certificate();
  });
});
