import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot, pythonWith } from '@ndx/local-infra';

const FOLDER = join(projectRoot(), 'libs', 'proof', 'interop');
const EXAMPLES = join(projectRoot(), 'examples');
const run = promisify(execFile);

type Environment = Readonly<Record<string, string>>;

/** Programs of other authors, with a few lines around them; each returns what it prints. */
export const interop = {
  /** golang.org/x/mod/sumdb, filippo.io/torchwood, Standard Webhooks */
  go: (args: readonly string[], environment: Environment = {}) =>
    output(join(built('.'), 'interop'), args, environment),
  /** aics-tlog, jwcrypto, standardwebhooks */
  python: (program: string, args: readonly string[], environment: Environment = {}) =>
    output(python(), [join(FOLDER, 'python', program), ...args], environment),
  /** The path of litewitness of filippo.io/torchwood. */
  litewitness: () => join(built('filippo.io/torchwood/cmd/litewitness'), 'litewitness'),
  /** The path of the program in Go. */
  program: () => join(built('.'), 'interop'),
};

/** The verifiers in the examples: each is a command that takes the paths of reliance files. */
export const VERIFIERS: Readonly<Record<string, () => readonly [string, ...string[]]>> = {
  Python: () => [python(), join(EXAMPLES, 'verify-python', 'verify.py')],
  Go: () => [join(built('.', join(EXAMPLES, 'verify-go')), 'verify')],
};

/** The missing prerequisite on this machine; undefined when there is none. */
export function whyNoInterop(): string | undefined {
  if (newPython() === undefined) return 'Python 3.12 or later is missing';
  return spawnSync('go', ['version']).status === 0 ? undefined : 'go is not on the PATH';
}

async function output(program: string, args: readonly string[], environment: Environment) {
  const env = { ...process.env, ...environment };
  const { stdout } = await run(program, args, { env, maxBuffer: 2 ** 24 });
  return stdout;
}

/** The folder of a program in Go; the compiler's cache makes a second build quick. */
function built(pkg: string, source = join(FOLDER, 'go')): string {
  const folder = join(projectRoot(), '.cache', 'interop');
  const build = spawnSync('go', ['build', '-buildvcs=false', '-o', `${folder}/`, pkg], {
    cwd: source,
    encoding: 'utf8',
  });
  if (build.status !== 0) throw new Error(`go build ${pkg} failed:\n${build.stderr}`);
  return folder;
}

function python(): string {
  return pythonWith(join(FOLDER, 'python', 'requirements.txt'), newPython());
}

/** aics-tlog needs Python 3.12; pyenv keeps versions beside the one on the PATH. */
function newPython(): string | undefined {
  const pyenv = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions');
  const versions = (existsSync(pyenv) ? readdirSync(pyenv) : []).map((version) =>
    join(pyenv, version, 'bin', 'python'),
  );
  const check = 'import sys; sys.exit(sys.version_info < (3, 12))';
  return ['python3', 'python3.13', 'python3.12', ...versions].find(
    (python) => spawnSync(python, ['-c', check]).status === 0,
  );
}
