import { execFile } from 'node:child_process';
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

test.each([
  ['of all variables', 'configuration'],
  ['of the commands of ndx', 'commands'],
])('the committed page %s matches the declarations', async (_, command) => {
  const check = run(process.execPath, [`tools/dist/${command}.js`, '--check'], {
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

const requiredBy = (service: ServiceName) =>
  declaredBy(service)
    .filter((variable) => variable.required)
    .map(({ name }) => name);

const malformedBy = (service: ServiceName) =>
  declaredBy(service)
    .filter(({ takes }) => !/^text|^an IP address/.test(takes))
    .map(({ name }) => name);

describe('each process', () => {
  test('lists all missing variables at once, and exits', async () => {
    const ended = await startEach(() => ({}), 'is missing');
    expect(ended).toEqual(
      SERVICE_NAMES.map((service) => ({ service, status: 1, names: requiredBy(service) })),
    );
    expect(SERVICE_NAMES.map(requiredBy)).not.toContainEqual([]);
  });

  test('lists all malformed variables at once, without their values', async () => {
    const ended = await startEach(
      (service) => Object.fromEntries(malformedBy(service).map((name) => [name, SECRET])),
      'is not valid: it takes ',
    );
    expect(ended).toEqual(
      SERVICE_NAMES.map((service) => ({ service, status: 1, names: malformedBy(service) })),
    );
    expect(Math.min(...SERVICE_NAMES.map((name) => malformedBy(name).length))).toBeGreaterThan(3);
  });

  test.each(SERVICE_NAMES)(
    'gets no secret that %s does not declare in the local start',
    (service) => {
      const declared = declaredBy(service).map(({ name }) => name);
      const given = Object.keys(environmentOf(service, ADDRESSES, secrets));
      expect(declared).toEqual(expect.arrayContaining(given.filter(isSecret)));
    },
  );
});

/** Starts every process with exactly these variables; the status and the variables that it lists. */
function startEach(
  variables: (service: ServiceName) => Readonly<Record<string, string>>,
  says: string,
) {
  return Promise.all(
    SERVICE_NAMES.map(async (service) => {
      const env = variables(service);
      const { status, printed } = await new Promise<{ status: unknown; printed: string }>(
        (resolve) => {
          const options = { env, timeout: 60_000 };
          execFile(process.execPath, [entryOf(service)], options, (error, stdout, stderr) => {
            resolve({ status: error ? error.code : 0, printed: stdout + stderr });
          });
        },
      );
      expect(printed).not.toContain(SECRET);
      return { service, status, names: namesIn(printed, says) };
    }),
  );
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
