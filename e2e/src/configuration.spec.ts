import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { SERVICE_NAMES, STATEFUL_SERVICE_NAMES, type ServiceName } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import type { Declaration } from '@ndx/config';
import { readDeclarations } from '@ndx/tools/configuration/read-declarations';
import { localSecrets, type LocalSecrets } from '@ndx/tools/network/local-secrets';
import { environmentOf, type NetworkAddresses } from '@ndx/tools/network/service-environment';
import { entryOf } from '@ndx/tools/network/service-processes';

const run = promisify(execFile);

test('the committed page of all variables matches the declarations', async () => {
  const check = run(process.execPath, ['tools/dist/configuration.js', '--check'], {
    cwd: projectRoot(),
  });
  await expect(check).resolves.toMatchObject({ stderr: '' });
});

/** An address where nothing listens. */
const ADDRESSES: NetworkAddresses = {
  ports: new Map(SERVICE_NAMES.map((service) => [service, 1])),
  databaseUrls: new Map(STATEFUL_SERVICE_NAMES.map((service) => [service, 'postgres://nowhere'])),
  bus: { KAFKA_BROKERS: '', EMBEDDED_BUS_URL: 'postgres://nowhere' },
  identityProviderUrl: 'http://nowhere',
};

/** A value that no variable takes, and that is easy to find in output. */
const SECRET = 'hunter2://';

let declarations: ReadonlyMap<ServiceName, Declaration>;

let secrets: LocalSecrets;

beforeAll(async () => {
  declarations = await readDeclarations();
  const folder = mkdtempSync(join(tmpdir(), 'ndx-'));
  secrets = localSecrets(join(folder, 'secrets.json'));
  rmSync(folder, { recursive: true });
});

const declaredBy = (service: ServiceName) => declarations.get(service)?.variables ?? [];

describe.each(SERVICE_NAMES)('the process of %s', (service) => {
  test('lists all missing variables at once, and exits', () => {
    const required = declaredBy(service)
      .filter((variable) => variable.required)
      .map(({ name }) => name);
    expect(required.length).toBeGreaterThan(0);
    const { status, printed } = start(service, {});
    expect(status).toBe(1);
    expect(namesIn(printed, 'is missing')).toEqual(required);
  });

  test('lists all malformed variables at once, without their values', () => {
    const malformed = declaredBy(service)
      .filter(({ takes }) => !/^text|^an IP address/.test(takes))
      .map(({ name }) => name);
    expect(malformed.length).toBeGreaterThan(3);
    const { status, printed } = start(
      service,
      Object.fromEntries(malformed.map((name) => [name, SECRET])),
    );
    expect(status).toBe(1);
    expect(namesIn(printed, 'is not valid: it takes ')).toEqual(malformed);
    expect(printed).not.toContain(SECRET);
  });

  test('gets no secret in the local start that it does not declare', () => {
    const declared = declaredBy(service).map(({ name }) => name);
    const given = Object.keys(environmentOf(service, ADDRESSES, secrets));
    expect(declared).toEqual(expect.arrayContaining(given.filter(isSecret)));
  });
});

/** Starts a process with exactly these variables, and waits for its end. */
function start(service: ServiceName, env: Readonly<Record<string, string>>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [entryOf(service)], {
    encoding: 'utf8',
    env,
    timeout: 60_000,
  });
  return { status, printed: stdout + stderr };
}

/** The variables in a message of this kind, in order. */
function namesIn(printed: string, says: string): string[] {
  const lines = printed.matchAll(/^ {2}([A-Z0-9_]+): (.*)$/gm);
  return [...lines].flatMap(([, name = '', text = '']) => (text.startsWith(says) ? [name] : []));
}

/** Declared as a secret by any process. */
function isSecret(name: string): boolean {
  return SERVICE_NAMES.flatMap(declaredBy).some((each) => each.name === name && each.secret);
}
