import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNdxClient, staticToken } from '../index.js';
import { answer, ScriptedServer, type Step } from '../testing/scripted-server.js';
import { SANDBOX_OUTCOMES, sandboxName } from './businesses.js';
import { recordSandboxConsents } from './sandbox-consents.js';

const STOPPED = new Error('the caller stopped');

let server: ScriptedServer;

beforeAll(async () => {
  server = await ScriptedServer.start();
});

afterAll(() => server.stop());

const consentOf = (id: string, status = 'active') => ({
  ...{ consent_id: id, business_id: id, status, field_access_grants: [] },
});

const find: Step = (response, request) => {
  const name = new URL(request.url, server.url).searchParams.get('business_legal_name') ?? '';
  answer(200, [{ id: name, business_legal_name: name }])(response, request);
};

const record = (signal?: AbortSignal) =>
  recordSandboxConsents(
    createNdxClient({ baseUrl: server.url, token: staticToken('t') }),
    'n',
    signal && { signal },
  );

test('the signal ends the wait for the end of a consent', async () => {
  const stopping = new AbortController();
  const consents = SANDBOX_OUTCOMES.map((outcome) =>
    consentOf(sandboxName(outcome), outcome === 'consent-expired' ? 'active' : 'revoked'),
  );
  const list = answer(200, { consents, next_cursor: null });
  const searches = SANDBOX_OUTCOMES.length;
  const active = answer(200, consentOf(sandboxName('consent-expired')));
  server.script(list, ...Array<Step>(searches).fill(find), active, (...args) => {
    active(...args);
    stopping.abort(STOPPED);
  });
  await expect(record(stopping.signal)).rejects.toBe(STOPPED);
  expect(server.received).toHaveLength(searches + 3);
});

test('the signal ends a request that gets no response', async () => {
  const stopping = new AbortController();
  server.script(() => stopping.abort(STOPPED));
  await expect(record(stopping.signal)).rejects.toBe(STOPPED);
});
