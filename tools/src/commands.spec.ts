import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';

const run = promisify(execFile);

/** The scripts of a package that run a program of this project, with these programs. */
function programsIn(folder: string): readonly (readonly [string, string])[] {
  const text = readFileSync(join(projectRoot(), folder, 'package.json'), 'utf8');
  const { scripts } = JSON.parse(text) as { readonly scripts: Readonly<Record<string, string>> };
  return Object.entries(scripts).flatMap(([name, script]) => {
    const program = /\bnode (\S*dist\/\S+\.js)/.exec(script)?.[1];
    return program === undefined ? [] : [[name, join(folder, program)] as const];
  });
}

const SERVICE = ['', 'migrate', 'redrive', 'reconcile', 'keys', 'audit-verify'].map(
  (command) => [`${command} of a service`, 'apps/consent/dist/main.js', command] as const,
);

function call(program: string, ...args: readonly string[]) {
  return run(process.execPath, [program, ...args], { cwd: projectRoot() }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error,
  );
}

const PROGRAMS = ['.', 'bench', 'examples/billing-consumer'].flatMap(programsIn);

test('the scripts run programs that this suite finds', () => {
  expect(PROGRAMS.map(([name]) => name)).toEqual(
    expect.arrayContaining(['start', 'demo', 'test', 'conformance', 'chaos', 'query-cost']),
  );
});

describe.each([
  ['replay of product-query', 'apps/product-query/dist/main.js', 'replay'] as const,
  ...PROGRAMS.map(([name, program]) => [name, program, ''] as const),
  ...SERVICE,
  ['the gateway', 'apps/gateway/dist/main.js', ''] as const,
])('the command %s', (_, program, command) => {
  const words = command === '' ? [] : [command];

  test('answers --help with its options, and status 0', async () => {
    expect(await call(program, ...words, '--help')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Usage: [^]*\nOptions:\n/),
      stderr: '',
    });
  });

  test('answers an unknown option with one line, and status 2', async () => {
    expect(await call(program, ...words, '--no-such-option')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: "error: unknown option '--no-such-option'\n",
    });
  });
});
