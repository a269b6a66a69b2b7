import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import { DEMO_NETWORK, FIRST_BANK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { Exchange } from '../harness/exchange.js';

const run = promisify(execFile);

const CLIENT = join(projectRoot(), 'examples', 'typescript-client', 'dist', 'main.js');

/** A client whose types come from the OpenAPI document, and which knows nothing else. */
export function generatedClientSuite(exchange: () => Exchange): void {
  describe('a client that is generated from the OpenAPI document', () => {
    test('furnishes, records a consent and queries the certificate', async () => {
      const { stdout } = await run(process.execPath, [CLIENT], {
        env: {
          ...process.env,
          BASE_URL: exchange().url,
          NETWORK_ID: DEMO_NETWORK.id,
          FURNISHER_TOKEN: await exchange().tokenOf(FIRST_BANK),
          QUERIER_TOKEN: await exchange().tokenOf(QUERYING_BANK),
        },
      });
      expect(JSON.parse(stdout)).toMatchObject({
        result: {
          meta: { network_id: DEMO_NETWORK.id },
          business_identity_verification: {
            furnishing_entity_id: FIRST_BANK.entityId,
            data: { business_entity_type: 'limited_liability_company' },
          },
          business_ownership_control_verification: null,
        },
      });
    });
  });
}
