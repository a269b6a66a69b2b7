import { describe, expect, test } from '@jest/globals';
import { OPERATOR } from '@ndx/tools/network/demo-network';
import { IDENTITY } from '../harness/business.js';
import { CommandLine } from '../harness/command-line.js';
import type { Exchange } from '../harness/exchange.js';
import { furnishTwelveBusinesses } from '../harness/furnished-businesses.js';
import { aGovernedNetwork } from '../harness/participant.js';

/** The values that a governor can accept, as the records of the network have them. */
export function commandLineValuesSuite(exchange: () => Exchange): void {
  describe('ndx policy values', () => {
    test('counts the values of the catalogue in the records of a network, in steps of ten', async () => {
      const networkId = await aGovernedNetwork(exchange());
      await furnishTwelveBusinesses(exchange(), networkId);
      const commandLine = await CommandLine.open(exchange());
      try {
        await commandLine.login(OPERATOR);
        const values = ['policy', 'values', '--network', networkId];
        const { status, stdout } = await commandLine.run(...values);
        expect(status).toBe(0);
        expect(stdout).toMatch(new RegExp(`^${IDENTITY} +at least 10 +true$`, 'm'));
        const counted = 'business_entity_type +limited_liability_company +at least 10';
        expect(stdout).toMatch(new RegExp(`^${IDENTITY} +${counted}$`, 'm'));
        expect(stdout).not.toMatch(/business_entity_type +corporation/);
        expect(await commandLine.json(...values)).toMatchObject({
          network_id: networkId,
          sections: [{ model_name: IDENTITY, examined: { at_least: 10, fewer_than: 20 } }, {}, {}],
        });
        const unknown = await commandLine.run(...values, '--product', 'none');
        expect(unknown).toMatchObject({ status: 5, stdout: '' });
      } finally {
        await commandLine.close();
      }
    });
  });
}
