import { describe, expect, test } from '@jest/globals';
import { AUTHENTICATION_ERRORS } from '@ndx/contracts';
import { exchangeOverSocket, TOKEN_CORPUS, TokenIssuer } from '@ndx/testing';
import { DEMO_NETWORK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { Exchange } from '../harness/exchange.js';

/** Every credential of the corpus, against the whole exchange (contract 5). */
export function tokenCorpusSuite(exchange: () => Exchange): void {
  const known = {
    sub: QUERYING_BANK.subject,
    org_id: QUERYING_BANK.account,
    role: QUERYING_BANK.tokenRole,
  };

  describe('a credential', () => {
    test.each(TOKEN_CORPUS.map((row) => [`${row.verdict}: ${row.name}`, row] as const))(
      'is %s',
      async (_name, { verdict, lines }) => {
        const issuer = TokenIssuer.of(exchange().network.identityProvider);
        const { status, body } = await exchangeOverSocket(
          `${exchange().url}/v1/entities/business/search?network_id=${DEMO_NETWORK.id}`,
          lines(issuer, known),
        );
        if (verdict === 'valid') {
          expect([status, body]).toEqual([200, expect.stringMatching(/^\[/)]);
          return;
        }
        const { status: expected, detail } = AUTHENTICATION_ERRORS[verdict];
        expect([status, body]).toEqual([expected, JSON.stringify({ detail })]);
      },
    );
  });
}
