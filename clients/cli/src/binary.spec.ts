import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sealFile } from '@ndx/proof';
import { aFile, aFileKey, someTexts } from '@ndx/proof/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { VERSION } from './version.js';

const run = promisify(execFile);

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

const POLICY = {
  policy_id: '0192d3c0-1b2c-7d3e-8f40-5a6b7c8d9e01',
  version: 1,
  configuration: {
    ...{ name: 'standard', status: 'published', is_default: true, enforced: false },
    ...{ consent: 'required', permissible_purposes: [] },
    model_selections: [{ model_name: 'business_identity_verification', is_required: true }],
  },
};

interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

let folder: string;

/** Writes the executable with the Node that `NODE_BINARY` names. */
const build = (node: string) =>
  run('npm', ['run', 'binary', '--silent', '--', folder], {
    ...{ cwd: PACKAGE, env: { ...process.env, NODE_BINARY: node } },
  });

/** A command that stands for another Node and its licence. */
async function otherNode(script: string): Promise<string> {
  const file = join(folder, 'other', 'bin', 'node');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const licence = join(dirname(process.execPath), '..', 'LICENSE');
  await copyFile(licence, join(folder, 'other', 'LICENSE'));
  return file;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binary-'));
  const log = join(folder, 'built-with.txt');
  await build(await otherNode(`echo "$@" >> ${log}; exec ${process.execPath} "$@"`));
});

afterAll(() => rm(folder, { recursive: true }));

/** Runs the executable where no other command is found. */
const ndx = (...args: readonly string[]) =>
  new Promise<Output>((resolve) => {
    const options = { cwd: folder, env: { PATH: '' } };
    execFile(join(folder, 'ndx'), args, options, (_error, stdout, stderr) => {
      resolve({ stdout, stderr });
    });
  });

test('the executable shows its version, without Node', async () => {
  expect(await ndx('--version')).toEqual({ stdout: `${VERSION}\n`, stderr: '' });
});

test('the executable contains the Node that NODE_BINARY names', async () => {
  expect(await readFile(join(folder, 'built-with.txt'), 'utf8')).toMatch(/^--build-sea /m);
});

test('the executable is not built with another version than the pinned one', async () => {
  const node = await otherNode('echo v26.9.0');
  await expect(build(node)).rejects.toMatchObject({
    stderr: expect.stringContaining(`${node} is v26.9.0, and package.json pins ${process.version}`),
  });
});

test('the executable contains what a command loads when it needs it', async () => {
  await writeFile(join(folder, 'policy.json'), JSON.stringify(POLICY));
  const question = ['--without-consent', 'business_identity_verification'];
  const { stdout } = await ndx('policy', 'ask', 'policy.json', ...question);
  expect(stdout).toMatch(/^No: /);
});

test.each([
  [
    'assembles the answer',
    `export const assemble = () => '{"result":{}}';`,
    /^verdict +verified$/m,
  ],
  [
    'reads a file',
    `export const assemble = () => process.getBuiltinModule('fs').readFileSync('/etc/hosts');`,
    /^error: assembly_failed: /,
  ],
])(
  'the executable runs the module of a reliance file that %s without any permission',
  async (_what, source, shown) => {
    const key = aFileKey();
    const file = sealFile(aFile({ ...someTexts(key), 'assembly.mjs': source }), key);
    await writeFile(join(folder, 'answer.zip'), file);
    const { stdout, stderr } = await ndx('verify', 'answer.zip');
    expect(stdout + stderr).toMatch(shown);
  },
);

test('the executable comes with the licences of Node and of its packages', async () => {
  const licences = await readFile(join(folder, 'LICENSES.txt'), 'utf8');
  expect(licences).toMatch(/^commander \d/m);
  expect(licences).toMatch(`\nnode ${process.versions.node}\n`);
});
