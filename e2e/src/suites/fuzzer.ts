import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { projectRoot, pythonWith } from '@ndx/local-infra';
import type { Exchange } from '../harness/exchange.js';
import { DOCUMENT_FILE } from '../harness/interface-document.js';
import { aNetwork, aParticipant, type Participant } from '../harness/participant.js';

const run = promisify(execFile);

const FOLDER = join(projectRoot(), 'e2e', 'fuzzer');
const INSTALL_TIMEOUT_MS = 300_000;
const RUN_TIMEOUT_MS = 600_000;

/**
 * The fuzzer schemathesis sends generated requests to every operation of the OpenAPI document.
 */
export function fuzzerSuite(exchange: () => Exchange): void {
  describe('an API fuzzer', () => {
    let python: string;
    let participant: Participant;

    beforeAll(async () => {
      python = pythonWith(join(FOLDER, 'requirements.txt'));
      const networkId = await aNetwork(exchange());
      participant = await aParticipant(exchange(), networkId, 'governor', 'furnisher', 'querier');
    }, INSTALL_TIMEOUT_MS);

    test(
      'finds no response that the document does not declare, and no accepted request that it forbids',
      async () => {
        const settings = join(FOLDER, 'schemathesis.toml');
        const { stdout, status } = await outputOf(
          python,
          ['-m', 'schemathesis.cli', '--no-color', '--config-file', settings, 'run', DOCUMENT_FILE],
          {
            FUZZER_URL: exchange().url,
            FUZZER_TOKEN: await participant.token(),
            FUZZER_NETWORK_ID: participant.networkId,
          },
        );
        // The output names each failure with a request that repeats it.
        if (status !== 0) throw new Error(`schemathesis ended with ${String(status)}:\n${stdout}`);
        expect(stdout).toMatch(/Operations: +\d+ selected/);
      },
      RUN_TIMEOUT_MS,
    );
  });
}

async function outputOf(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
) {
  const options = {
    cwd: projectRoot(),
    env: { ...process.env, ...environment },
    maxBuffer: 2 ** 28,
  };
  try {
    const { stdout } = await run(program, args, options);
    return { status: 0, stdout };
  } catch (error) {
    const { code, stdout } = error as { readonly code?: unknown; readonly stdout?: string };
    if (stdout === undefined) throw error;
    return { status: code, stdout };
  }
}
