import { expect, test } from '@jest/globals';
import { AUTHENTICATION_ERRORS } from '@ndx/contracts';
import { exchangeOverSocket } from '@ndx/testing';
import {
  CLIENT_CORPUS,
  CLIENTS,
  NAMELESS_CLIENT,
  OTHER_CLIENTS,
  UNNAMED,
} from '../testing/client-corpus.js';
import { PUBLIC_ORIGIN } from '../testing/dpop-client.js';
import { ACCOUNT, useGateway } from '../testing/gateway-fixture.js';
import { CERTIFICATE_HEADER, dpop, PATH, Scene } from '../testing/sender-scene.js';

const gateway = useGateway({
  PUBLIC_ORIGINS: PUBLIC_ORIGIN,
  CLIENT_CERTIFICATE_HEADER: CERTIFICATE_HEADER,
  TRUSTED_PROXIES: '127.0.0.0/8,::1',
  TOKEN_CLIENTS: [
    ...[...Object.values(CLIENTS), NAMELESS_CLIENT].map((client) => `${client.client_id}=program`),
    ...[`${OTHER_CLIENTS.people}=people`, OTHER_CLIENTS.either],
  ].join(','),
});

function registerClients(): void {
  for (const [organization, terms] of Object.entries(CLIENTS)) {
    const client = { permissions: ['policy:read'], ...terms };
    gateway.service.accounts.set(organization, { ...ACCOUNT, client });
  }
  for (const client_id of [NAMELESS_CLIENT.client_id, ...Object.values(OTHER_CLIENTS)]) {
    const client = { permissions: ['policy:read'], ...NAMELESS_CLIENT, client_id };
    gateway.service.accounts.set(`${client_id} ${UNNAMED.sub}`, { ...ACCOUNT, client });
  }
}

const send = (lines: readonly string[]) => exchangeOverSocket(gateway.url + PATH, lines);

const refusalsOf = async (reason: string) =>
  new RegExp(`^gateway_authentication_refusals_total{reason="${reason}".* (\\d+)$`, 'm').exec(
    await gateway.figures(),
  )?.[1] ?? '0';

/** No account is shown to exist where the token is valid, and no reason otherwise. */
const OF_ACCOUNTS = [
  ...['client_account', 'client_address', 'client_purpose'],
  ...['account_claims', 'unknown_account', 'unregistered_client'],
];

test.each(CLIENT_CORPUS.map((row) => [`${row.reason}: ${row.name}`, row] as const))(
  'a request gets nothing for %s',
  async (_name, { reason, lines }) => {
    registerClients();
    const before = Number(await refusalsOf(reason));
    gateway.service.received.length = 0;
    const { status, body } = await send(lines(new Scene(gateway.issuer)));
    const { invalid, noAccount } = AUTHENTICATION_ERRORS;
    const { detail } = OF_ACCOUNTS.includes(reason) ? noAccount : invalid;
    expect([status, body]).toEqual([401, JSON.stringify({ detail })]);
    expect(gateway.service.received).toEqual([]);
    expect(Number(await refusalsOf(reason))).toBe(before + 1);
  },
);

test('each client of the corpus is accepted with what it has', async () => {
  registerClients();
  const scene = new Scene(gateway.issuer);
  const nightly = scene.bound({}, { org_id: 'of-nightly', azp: 'nightly' });
  const branch = scene.token({ org_id: 'of-branch', azp: 'branch' });
  const report = scene.token({ org_id: 'of-report', azp: 'report' });
  const answers = await Promise.all([
    send(dpop(nightly, scene.proof(nightly))),
    send([`authorization: Bearer ${branch}`, 'x-forwarded-for: 192.0.2.7']),
    send([`authorization: Bearer ${report}`]),
    send([`authorization: Bearer ${scene.token({ ...UNNAMED, azp: NAMELESS_CLIENT.client_id })}`]),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});
