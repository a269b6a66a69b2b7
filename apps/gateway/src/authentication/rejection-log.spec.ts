import { describe, expect, test } from '@jest/globals';
import { newId } from '@ndx/contracts';
import { eventually, exchangeOverSocket, TOKEN_CORPUS } from '@ndx/testing';
import { useStarted } from '@ndx/testing/use-started';
import { CLAIMS, GatewayFixture } from '../testing/gateway-fixture.js';
import { GatewayProcess, type LogLine } from '../testing/gateway-process.js';

const PATH = '/v1/products';
/** Longer words of a token, which no line may contain. */
const LONG_WORD = 20;

/** A gateway as a process, because only a process has its log. */
const system = useStarted(async () => {
  const fixture = await GatewayFixture.start();
  const gateway = await GatewayProcess.start({ ...fixture.env, LOG_LEVEL: 'info' });
  const stop = async () => {
    await gateway.stop();
    await fixture.stop();
  };
  return { fixture, gateway, stop };
});

/** Sends a credential, and returns the id of its request. */
async function send(lines: readonly string[]): Promise<string> {
  const requestId = newId();
  const sent = [`x-request-id: ${requestId}`, ...lines];
  await exchangeOverSocket(system.gateway.url + PATH, sent);
  return requestId;
}

/** The only line of a request. */
function lineOf(requestId: string): Promise<LogLine> {
  return eventually(() => {
    const lines = system.gateway.lines.filter(({ request_id }) => request_id === requestId);
    expect(lines).toHaveLength(1);
    return lines[0] ?? {};
  });
}

async function rejections(): Promise<Record<string, number>> {
  const text = await (await fetch(`${system.gateway.metricsUrl}/metrics`)).text();
  const samples = text.matchAll(
    /^gateway_authentication_refusals_total\{reason="(\w+)".* (\d+)$/gm,
  );
  return Object.fromEntries(
    [...samples].map(([, reason = '', value]) => [reason, Number(value)] as const),
  );
}

test('a rejected credential has one line with its reason, and counts for it', async () => {
  const { issuer } = system.fixture;
  const before = await rejections();
  const expected = { ...before };
  const sent = TOKEN_CORPUS.map(({ lines, ...row }) => ({ ...row, lines: lines(issuer, CLAIMS) }));
  const ids = await Promise.all(sent.map(({ lines }) => send(lines)));
  for (const [at, { name, reason, lines }] of sent.entries()) {
    const line = await lineOf(ids[at] ?? '');
    expect([name, line['reason']]).toEqual([name, reason]);
    expect(line).toMatchObject({ level: 30, msg: 'request', status: reason ? 401 : 200 });
    const text = JSON.stringify(line);
    const words = lines.join(' ').split(/[\s.:]+/);
    for (const word of words.filter(({ length }) => length > LONG_WORD)) {
      expect(text).not.toContain(word.slice(0, LONG_WORD));
    }
    if (reason !== undefined) expected[reason] = (expected[reason] ?? 0) + 1;
  }
  expect(await rejections()).toEqual(expected);
});

describe('the line of a rejected token shows', () => {
  const foundFor = async (claims: object, sign?: () => string) => {
    const { issuer } = system.fixture;
    const token = issuer.exact({}, { ...issuer.claimsOf(CLAIMS), ...claims }, sign);
    const { reason, found } = await lineOf(await send([`authorization: Bearer ${token}`]));
    return { reason, found };
  };

  test.each([
    ['its audiences', { aud: ['account', 'other'] }, 'audience', '["account","other"]'],
    ['its issuer', { iss: 'https://id.example' }, 'issuer', 'https://id.example'],
    ['its client', { azp: 'a-robot' }, 'client', '{"azp":"a-robot"}'],
    ['no secret', { iss: 'ana@mail.example' }, 'issuer', '[hidden]'],
    ['the start of a long claim', { aud: 'x'.repeat(999) }, 'audience', /^x{200}… \(999 /],
  ])('%s', async (_case, claims, reason, found) => {
    expect(await foundFor(claims)).toEqual({
      reason,
      found: typeof found === 'string' ? found : expect.stringMatching(found),
    });
  });

  test('no claim that the provider did not sign', async () => {
    const claims = { iss: 'https://attacker.example', '': 'nameless' };
    expect(await foundFor(claims, () => 'none')).toEqual({ reason: 'signature' });
  });
});
