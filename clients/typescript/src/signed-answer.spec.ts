import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNdxClient, staticToken } from './index.js';
import { ScriptedServer } from './testing/scripted-server.js';

const BODY = '{ "result" : null, "score": 1.50 }';

let server: ScriptedServer;

beforeAll(async () => {
  server = await ScriptedServer.start();
});

afterAll(() => server.stop());

const queryWith = (headers: Readonly<Record<string, string>>) => {
  server.script((response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(BODY);
  });
  const ndx = createNdxClient({ baseUrl: server.url, token: staticToken('a') });
  return ndx.queryKybCertificate({ body: { network_ids: [], consent_id: 'c' } });
};

test('a signed answer has its body byte for byte and its signature', async () => {
  const { data, signed } = await queryWith({ 'answer-signature': 'a.b.c' });
  expect(signed).toEqual({ body: BODY, signature: 'a.b.c' });
  expect(data).toMatchObject({ result: null, score: 1.5 });
});

test('another answer is not signed', async () => {
  expect((await queryWith({})).signed).toBeUndefined();
});
