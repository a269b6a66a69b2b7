import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import { DEMO_NETWORK, FIRST_BANK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { Exchange } from '../harness/exchange.js';
import { testWith } from '../harness/test-with.js';

const run = promisify(execFile);

const EXAMPLES = join(projectRoot(), 'examples');
/** It has the version of openapi-generator. */
const POM = join(EXAMPLES, 'java', 'pom.xml');
const DOCUMENT = join(projectRoot(), 'apps', 'gateway', 'openapi.json');
const PYTHON = join(EXAMPLES, 'python', '.venv', 'bin', 'python');
const TIMEOUT_MS = 600_000;

/** Maven runs briefly: its optimizing compiler and collector threads take more than they save. */
const MAVEN_OPTS = `${process.env['MAVEN_OPTS'] ?? ''} -XX:TieredStopAtLevel=1 -XX:+UseSerialGC`;

interface Language {
  readonly language: string;
  /** The programs that must be on the PATH. */
  readonly needs: readonly string[];
  /** Generate and compile the client, as the README of the example describes. */
  readonly build: readonly (readonly [command: string, ...args: string[]])[];
  readonly start: readonly [command: string, ...args: string[]];
}

/** TypeScript has a suite of its own. */
const LANGUAGES: readonly Language[] = [
  {
    language: 'python',
    needs: ['python3'],
    build: [
      ['python3', '-m', 'venv', '.venv'],
      [PYTHON, '-m', 'pip', 'install', '--quiet', '-r', 'requirements.txt'],
      [
        join(EXAMPLES, 'python', '.venv', 'bin', 'openapi-python-client'),
        ...['generate', '--path', DOCUMENT, '--meta', 'none'],
        ...['--output-path', 'ndx_client', '--overwrite'],
      ],
      // Follows the types of the generated client, but does not report its own errors.
      [PYTHON, '-m', 'mypy', '--strict', '--follow-imports=silent', 'main.py'],
    ],
    start: [PYTHON, 'main.py'],
  },
  {
    language: 'go',
    needs: ['go'],
    build: [
      ['go', 'generate', './...'],
      ['go', 'vet', './...'],
    ],
    start: ['go', 'run', '.'],
  },
  {
    language: 'java',
    needs: ['java', 'mvn'],
    build: [['mvn', '-q', '-B', 'compile']],
    start: ['mvn', '-q', '-B', 'exec:java'],
  },
];

/** Generates and compiles another Go client, as the README of the example describes. */
async function compileOtherGoClient(folder: string): Promise<void> {
  const [, version = ''] =
    /plugin<\/artifactId>\s*<version>(.*?)</.exec(await readFile(POM, 'utf8')) ?? [];
  const artifact = `org.openapitools:openapi-generator-cli:${version}`;
  const environment = { env: { ...process.env, MAVEN_OPTS } };
  const copy = ['dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`];
  await run('mvn', ['-q', '-B', ...copy], environment);
  const client = join(folder, 'client');
  const jar = join(folder, `openapi-generator-cli-${version}.jar`);
  const options = ['--package-name', 'ndx', '--git-user-id', 'example', '--git-repo-id', 'ndx'];
  const generate = ['generate', '-g', 'go', '-i', DOCUMENT, '-o', client, ...options];
  await run('java', ['-jar', jar, ...generate], { maxBuffer: 2 ** 26 });
  await run('go', ['build', './...'], { cwd: client });
}

/** Clients that maintained generators make from the OpenAPI document. */
export function generatedClientsSuite(exchange: () => Exchange): void {
  describe('a client generated from the OpenAPI document', () => {
    for (const { language, needs, build, start } of LANGUAGES) {
      testWith(
        needs,
        `compiles and runs the main job in ${language}`,
        async () => {
          const environment = {
            ...process.env,
            MAVEN_OPTS,
            BASE_URL: exchange().url,
            NETWORK_ID: DEMO_NETWORK.id,
            FURNISHER_TOKEN: await exchange().tokenOf(FIRST_BANK),
            QUERIER_TOKEN: await exchange().tokenOf(QUERYING_BANK),
          };
          const options = { cwd: join(EXAMPLES, language), env: environment, maxBuffer: 2 ** 26 };
          for (const [command, ...args] of build) await run(command, args, options);
          const [command, ...args] = start;
          const { stdout } = await run(command, args, options);
          // Maven writes escape sequences around the output of the program.
          const printed = stdout.slice(stdout.indexOf('{'), stdout.lastIndexOf('}') + 1);
          expect(JSON.parse(printed)).toMatchObject({
            certificate_id: expect.stringMatching(/^[\da-f-]{36}$/),
            result: {
              meta: { network_id: DEMO_NETWORK.id },
              business_identity_verification: {
                data: { business_entity_type: 'limited liability company' },
                furnishing_entity_id: FIRST_BANK.entityId,
              },
            },
          });
        },
        TIMEOUT_MS,
      );
    }

    testWith(
      ['java', 'mvn', 'go'],
      'compiles in Go, from openapi-generator, too',
      async () => {
        const folder = await mkdtemp(join(tmpdir(), 'go-client-'));
        try {
          await compileOtherGoClient(folder);
        } finally {
          await rm(folder, { recursive: true });
        }
      },
      TIMEOUT_MS,
    );
  });
}
