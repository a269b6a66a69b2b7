import { beforeAll, describe, expect, test } from '@jest/globals';
import { ApiFuzzer } from '../harness/api-fuzzer.js';
import type { Exchange } from '../harness/exchange.js';
import { aNetwork, aParticipant, type Participant } from '../harness/participant.js';

const INSTALL_TIMEOUT_MS = 300_000;
const RUN_TIMEOUT_MS = 600_000;
/** The same requests in each run. */
const REPEATED = ['--generation-deterministic', '--seed', '1'];

export function fuzzerSuite(exchange: () => Exchange): void {
  describe('an API fuzzer', () => {
    let fuzzer: ApiFuzzer;
    let participant: Participant;

    beforeAll(async () => {
      fuzzer = ApiFuzzer.start();
      const networkId = await aNetwork(exchange());
      participant = await aParticipant(exchange(), networkId, 'governor', 'furnisher', 'querier');
    }, INSTALL_TIMEOUT_MS);

    test(
      'finds no response that the document does not declare, and no accepted request that it forbids',
      async () => {
        // The rejections in the baseline are those of these requests.
        const summary = await fuzzer.run(exchange(), participant, REPEATED);
        expect(summary).toMatch(/Operations: +\d+ selected/);
      },
      RUN_TIMEOUT_MS,
    );
  });
}
