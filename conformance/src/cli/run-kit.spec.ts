import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { UsageError } from '@ndx/command-line';
import { NotReachedError } from '../http/client.js';
import { CannotBeginError } from '../kit/own-networks.js';
import { Deployment, type Received, type Reply } from '../testing/deployment.js';
import { runKit, TokenGoneError } from './run-kit.js';

const ENTITY = randomUUID();

let folder: string;
let deployment: Deployment;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'conformance-'));
});
afterEach(() => deployment.stop());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A deployment that satisfies versioning, and lets networks be created. */
function conforming({ method, path }: Received): Reply {
  if (path === '/health') return { body: { status: 'healthy' } };
  if (path === '/version') {
    return { body: { api_versions: ['v1'], build: { version: '1', commit: 'c' } } };
  }
  if (path === '/v1/networks') return { body: { network_id: randomUUID() } };
  if (method === 'GET' && path.endsWith('/memberships'))
    return { body: { data: [{ entity_id: ENTITY }], next_cursor: 'end' } };
  if (path.startsWith('/v1/networks/')) return { body: {} };
  return { status: 400, body: {} };
}

async function run(
  answer: (received: Received) => Reply,
  {
    only = ['9'],
    jsonFile = undefined as string | undefined,
    renew = (): string | undefined => undefined,
  } = {},
) {
  deployment = await Deployment.start(answer);
  const lines: string[] = [];
  const options = {
    baseUrl: deployment.url,
    tokens: { own: 'secret-token' },
    receiverUrl: undefined,
    only,
    jsonFile,
    renew,
    allowSkipped: false,
  };
  const { signal } = new AbortController();
  const holds = await runKit(options, (line) => lines.push(line), signal);
  return { holds, report: lines.join('\n') };
}

test('a conforming deployment passes', async () => {
  const { holds, report } = await run(conforming);
  expect(report).toMatch(/\n2 passed, 0 failed, 0 not run$/);
  expect(holds).toBe(true);
});

test.each<[string, string, Reply]>([
  ['another version', '9', { body: { api_versions: ['v2'], build: {} } }],
  ['no build', 'design 11', { body: { api_versions: ['v1'] } }],
  ['a status of its own', '9', { status: 203, body: { api_versions: ['v1'] } }],
  ['text', '9', { body: { api_versions: ['v1'] }, headers: { 'content-type': 'text/plain' } }],
])('a deployment whose version is %s fails, and the row is named', async (_what, only, wrong) => {
  const { holds, report } = await run(
    (received) => (received.path === '/version' ? wrong : conforming(received)),
    { only: [only] },
  );
  expect(holds).toBe(false);
  expect(report).toMatch(/FAILED {2}(the interface version is v1|GET \/version shows the build)/);
});

test('a deployment that accepts everything fails every row that expects a rejection', async () => {
  const { holds, report } = await run(
    (received) => (received.path.startsWith('/v1/networks') ? conforming(received) : { body: {} }),
    { only: ['5', '7', '4.5'] },
  );
  expect(holds).toBe(false);
  for (const says of [
    'a request without the header is a 401: Requires authentication',
    'a token that says of itself that it needs no signature is invalid',
    'network_ids has at least one network',
    'only the first of several faults is reported',
    'a query without a subject is a 400 VALIDATION_ERROR that names the required members',
  ]) {
    expect(report).toContain(`FAILED  ${says}`);
  }
});

test('effects outside its networks are reverted, and a failure to do so is reported', async () => {
  await run(conforming);
  const left = deployment.received.filter(({ method }) => method === 'DELETE');
  expect(left.map(({ path }) => path)).toEqual([
    expect.stringMatching(`^/v1/networks/[0-9a-f-]+/memberships/${ENTITY}$`),
    expect.stringMatching(`^/v1/networks/[0-9a-f-]+/memberships/${ENTITY}$`),
  ]);
  await deployment.stop();
  const { holds, report } = await run((received) =>
    received.method === 'DELETE' ? { status: 500 } : conforming(received),
  );
  expect(holds).toBe(false);
  expect(report).toContain('FAILED  nothing is left outside the networks that the kit made');
});

test('the networks are handed over to an institution that is registered for it', async () => {
  const entity_id = randomUUID();
  const { report } = await run((received) =>
    received.path.endsWith('/institutions')
      ? { status: 200, body: { entity_id } }
      : conforming(received),
  );
  expect(report).toMatch(/, 0 failed, 0 not run$/);
  const ask = (what: string) =>
    deployment.received.filter(({ path }) => path.endsWith(what)).map(({ body }) => body);
  expect(ask('/institutions')).toHaveLength(1);
  expect(ask(`/memberships/${entity_id}`)).toHaveLength(2);
});

test('the JSON report does not contain the token', async () => {
  const jsonFile = join(folder, 'report.json');
  await run(conforming, { jsonFile });
  const text = readFileSync(jsonFile, 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    base_url: deployment.url,
    rows: expect.arrayContaining([expect.objectContaining({ section: '9', verdict: 'passed' })]),
  });
  expect(text).not.toContain('secret-token');
});

test('a token that may not create a network cannot start a run', async () => {
  const refused = run(() => ({ status: 403, body: { detail: 'Not enough permissions' } }));
  await expect(refused).rejects.toThrow(CannotBeginError);
});

test('a deployment without a valid response to creating a network cannot start a run', async () => {
  await expect(run(() => ({ body: {} }))).rejects.toThrow(CannotBeginError);
  await deployment.stop();
  await expect(run(() => ({ body: {}, breaksOff: true }))).rejects.toThrow(NotReachedError);
});

test('an unknown section is an error of the command line', async () => {
  await expect(run(conforming, { only: ['12'] })).rejects.toThrow(UsageError);
});

test('a token that expires during the run ends it, and the message names the remaining rows', async () => {
  let isOver = false;
  const expiring = run((received) => {
    isOver ||= received.path === '/version';
    return isOver && received.path.startsWith('/v1/')
      ? { status: 401, body: { detail: 'Invalid or expired token' } }
      : conforming(received);
  });
  await expect(expiring).rejects.toThrow(TokenGoneError);
  await expect(expiring).rejects.toThrow(/--token was refused .* networks .* are left\.$/);
});

test('an address of another server is reported', async () => {
  const other = run(() => ({ status: 404, body: 'Not Found' }));
  await expect(other).rejects.toThrow(/no answer of this system/);
});
