import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import { OPERATOR, SECOND_BANK, type DemoInstitution } from '@ndx/tools/network/demo-network';
import type { Exchange } from '../harness/exchange.js';

const KIT = join(projectRoot(), 'conformance/dist/main.js');
/** Several thousand requests, one after the other. */
const TIMEOUT_MS = 600_000;

interface KitRun {
  /** The process's exit status. */
  readonly status: number | null;
  readonly output: string;
}

/** The kit that integrators run, against this exchange. */
export function conformanceSuite(exchange: () => Exchange): void {
  describe('the conformance kit', () => {
    test(
      'finds that every row of the contract holds',
      async () => {
        const { status, output } = await runKit(exchange().url, await tokens(exchange()));
        expect(failuresIn(output)).toBe('');
        expect(output).toMatch(/\n\d+ passed, 0 failed, 0 not run\n$/);
        expect(status).toBe(0);
      },
      TIMEOUT_MS,
    );

    test('cannot begin with a token that may not found a network, and says so', async () => {
      const { CONFORMANCE_UNPRIVILEGED_TOKEN: token } = await tokens(exchange());
      const { status, output } = await runKit(exchange().url, { CONFORMANCE_TOKEN: token });
      expect(output).toMatch(/^The kit could not make its network: POST \/v1\/networks /);
      expect(status).toBe(2);
    });
  });
}

async function tokens({ network }: Exchange) {
  const { identityProvider } = network;
  const claims = claimsOf(OPERATOR);
  return {
    CONFORMANCE_TOKEN: await identityProvider.mint(claims),
    CONFORMANCE_OTHER_TOKEN: await identityProvider.mint(claimsOf(SECOND_BANK)),
    CONFORMANCE_UNPRIVILEGED_TOKEN: await identityProvider.mint({ ...claims, permissions: [] }),
    CONFORMANCE_STRANGER_TOKEN: await identityProvider.mint({ ...claims, sub: 'nobody' }),
    CONFORMANCE_EXPIRED_TOKEN: await identityProvider.mint(claims, { expiresIn: -1 }),
    CONFORMANCE_FOREIGN_TOKEN: await identityProvider.mint(claims, { audience: 'ndx-production' }),
  };
}

/** Every permission: what is refused is refused for the network. */
function claimsOf({ subject, account }: DemoInstitution) {
  return { sub: subject, org_id: account, role: 'admin' };
}

function runKit(url: string, environment: Readonly<Record<string, string>>): Promise<KitRun> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [KIT, '--base-url', url],
      { env: { ...process.env, ...environment }, maxBuffer: Infinity },
      (_error, output, errors) => resolve({ status: child.exitCode, output: output + errors }),
    );
  });
}

/** The rows that the report names as failed, as it spells them out. */
function failuresIn(report: string): string {
  return report
    .split(/\n(?= {0,2}\S)/)
    .filter((part) => part.startsWith('  FAILED'))
    .join('\n');
}
