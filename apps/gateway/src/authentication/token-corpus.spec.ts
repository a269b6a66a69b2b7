import { expect, test } from '@jest/globals';
import { AUTHENTICATION_ERRORS } from '@ndx/contracts';
import { exchangeOverSocket, startHttpServer, TOKEN_CORPUS } from '@ndx/testing';
import { CLAIMS, useGateway } from '../testing/gateway-fixture.js';

const PATH = '/v1/products';

const gateway = useGateway();

test.each(TOKEN_CORPUS.map((row) => [`${row.verdict}: ${row.name}`, row] as const))(
  'a credential is %s',
  async (_name, { verdict, lines }) => {
    gateway.service.received.length = 0;
    const sent = lines(gateway.issuer, CLAIMS);
    const { status, body } = await exchangeOverSocket(gateway.url + PATH, sent);
    if (verdict === 'valid') {
      expect(status).toBe(200);
      return;
    }
    const { status: expected, detail } = AUTHENTICATION_ERRORS[verdict];
    expect([status, body]).toEqual([expected, JSON.stringify({ detail })]);
    expect(gateway.service.received).toEqual([]);
  },
);

test('no key address in a token is fetched', async () => {
  let questions = 0;
  const elsewhere = await startHttpServer((_request, response) => {
    questions += 1;
    response.end('{"keys":[]}');
  });
  const places = { jku: elsewhere.url, x5u: elsewhere.url };
  for (const header of [places, { ...places, kid: 'unknown' }]) {
    const token = gateway.issuer.exact(header, gateway.issuer.claimsOf(CLAIMS));
    await (await gateway.get(PATH, `Bearer ${token}`)).text();
  }
  expect(questions).toBe(0);
  await elsewhere.stop();
});
