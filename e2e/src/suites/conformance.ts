import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { freePort, projectRoot } from '@ndx/local-infra';
import { OPERATOR, SECOND_BANK, type DemoInstitution } from '@ndx/tools/network/demo-network';
import type { Exchange } from '../harness/exchange.js';
import type { DetectableLie } from '../harness/lie.js';
import { LIES } from '../harness/lies.js';
import { LyingProxy } from '../harness/lying-proxy.js';

const KIT = join(projectRoot(), 'conformance/dist/main.js');
/** The sections with falsified responses. */
const LIED_ABOUT = [
  ...['2.5', '4.1', '4.2', '4.4', '4.6', '4.7', '7.4', '8'],
  ...['design 5', 'design 6', 'design 7', 'design 8', 'design 9', 'decision 0110'],
].flatMap((section) => ['--only', section]);

/** Several thousand sequential requests. */
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
      'passes every row of the contract',
      async () => {
        // As with `npm start`, the network is a sandbox with simulated faults (decision 0086).
        expect(exchange().network.environment('gateway')).toMatchObject({
          ENVIRONMENT: 'sandbox',
          SANDBOX_FAULTS: 'true',
        });
        const receiver = await aReceiver();
        const environment = { ...(await tokens(exchange())), ...receiver };
        const { status, output } = await runKit(exchange().url, environment);
        expect(failuresIn(output)).toBe('');
        expect(output).toMatch(/\n\d+ passed, 0 failed, 0 not run\n$/);
        expect(status).toBe(0);
      },
      TIMEOUT_MS,
    );

    test('does not start with a token that may not found a network, and reports the reason', async () => {
      const { CONFORMANCE_UNPRIVILEGED_TOKEN: token } = await tokens(exchange());
      const { status, output } = await runKit(exchange().url, { CONFORMANCE_TOKEN: token });
      expect(output).toMatch(/^The kit could not make its network: POST \/v1\/networks /);
      expect(status).toBe(2);
    });
  });
}

/** All lies are applied at once; each makes a row of its endpoint fail. */
export function detectedLiesSuite(exchange: () => Exchange): void {
  describe('the conformance kit', () => {
    test(
      'detects a deployment whose answers have the right shape and are false',
      async () => {
        const [proxy, folder] = await Promise.all([
          LyingProxy.start(exchange().url, LIES),
          mkdtemp(join(tmpdir(), 'conformance-')),
        ]);
        const report = join(folder, 'report.json');
        try {
          const { CONFORMANCE_TOKEN } = await tokens(exchange());
          const { status } = await runKit(
            proxy.url,
            { CONFORMANCE_TOKEN, ...(await aReceiver()) },
            ...LIED_ABOUT,
            '--json',
            report,
          );
          expect(status).toBe(1);
          const failed = failedRows(await readFile(report, 'utf8'));
          const unnoticed = LIES.filter((lie) => !failed.some((row) => detects(row, lie)));
          expect(unnoticed.map(({ name }) => name)).toEqual([]);
        } finally {
          await proxy.stop();
          await rm(folder, { recursive: true });
        }
      },
      TIMEOUT_MS,
    );
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

/** The kit receives webhooks at a free port. */
async function aReceiver() {
  return { CONFORMANCE_RECEIVER_URL: `http://127.0.0.1:${await freePort()}/notices` };
}

/** Every permission: rejections are then due to the network. */
function claimsOf({ subject, account }: DemoInstitution) {
  return { sub: subject, org_id: account, role: 'admin' };
}

/** A row of the kit's report. */
interface ReportedRow {
  readonly says: string;
  readonly verdict: string;
  readonly expected?: string;
  readonly request?: string;
}

function failedRows(report: string): readonly ReportedRow[] {
  const { rows } = JSON.parse(report) as { readonly rows: readonly ReportedRow[] };
  return rows.filter(({ verdict }) => verdict === 'failed');
}

/** The row failed on a falsified response, and for that falsification. */
function detects({ says, expected = '', request = '' }: ReportedRow, lie: DetectableLie): boolean {
  const [method = '', path = ''] = request.split(' ');
  return (
    lie.matches(method, path.split('?')[0] ?? '') && lie.detectedBy.test(`${says} ${expected}`)
  );
}

function runKit(
  url: string,
  environment: Readonly<Record<string, string>>,
  ...options: readonly string[]
): Promise<KitRun> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [KIT, '--base-url', url, ...options],
      { env: { ...process.env, ...environment }, maxBuffer: Infinity },
      (_error, output, errors) => resolve({ status: child.exitCode, output: output + errors }),
    );
  });
}

/** The failed rows of the report. */
function failuresIn(report: string): string {
  return report
    .split(/\n(?= {0,2}\S)/)
    .filter((part) => part.startsWith('  FAILED'))
    .join('\n');
}
