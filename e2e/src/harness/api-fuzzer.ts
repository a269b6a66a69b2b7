import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot, pythonWith } from '@ndx/local-infra';
import type { Exchange } from './exchange.js';
import { DOCUMENT_FILE } from './interface-document.js';
import type { Participant } from './participant.js';

const run = promisify(execFile);

const FOLDER = join(projectRoot(), 'e2e', 'fuzzer');

/** The fuzzer schemathesis, which sends generated requests to every operation of the document. */
export class ApiFuzzer {
  private constructor(private readonly python: string) {}

  /** Installs it at the first start, which takes a minute. */
  static start(): ApiFuzzer {
    return new ApiFuzzer(pythonWith(join(FOLDER, 'requirements.txt')));
  }

  /**
   * Sends the requests of one run in the name of a participant; returns the summary of the fuzzer.
   * @throws Error with each failed check and a request that repeats it
   */
  async run(
    { url }: Exchange,
    { token, networkId }: Participant,
    args: readonly string[],
  ): Promise<string> {
    const settings = join(FOLDER, 'schemathesis.toml');
    const environment = {
      FUZZER_URL: url,
      FUZZER_TOKEN: await token(),
      FUZZER_NETWORK_ID: networkId,
    };
    const { stdout, status } = await outputOf(
      this.python,
      [
        '-m',
        'schemathesis.cli',
        '--no-color',
        '--config-file',
        settings,
        'run',
        DOCUMENT_FILE,
      ].concat(args),
      environment,
    );
    if (status !== 0) throw new Error(`schemathesis ended with ${String(status)}:\n${stdout}`);
    return stdout;
  }
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
