import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build } from 'rolldown';
import config from './rolldown.config.js';

/**
 * Writes the command as one executable file that contains Node, for the platform on which it runs,
 * and the licences of its parts:
 *
 *   npm run -w clients/cli binary -- FOLDER
 *
 * The Node is the one of the variable NODE_BINARY, or the one that runs this program.
 */
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Usage: npm run -w clients/cli binary -- FOLDER\n');
  process.exit(2);
}
const node = realpathSync(process.env.NODE_BINARY ?? process.execPath);
const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
if (version !== process.version) {
  process.stderr.write(`${node} is ${version}, and package.json pins ${process.version}\n`);
  process.exit(1);
}
// npm changes to the folder of the workspace.
const target = resolve(process.env.INIT_CWD ?? '.', folder);
const work = mkdtempSync(join(tmpdir(), 'ndx-binary-'));
try {
  // The executable contains one script, which cannot import another file.
  const output = { ...config.output, dir: work, codeSplitting: false, sourcemap: false };
  await build({ ...config, output });

  mkdirSync(target, { recursive: true });
  const settings = {
    main: join(work, 'main.js'),
    mainFormat: 'module',
    useCodeCache: true,
    output: join(target, process.platform === 'win32' ? 'ndx.exe' : 'ndx'),
    disableExperimentalSEAWarning: true,
  };
  writeFileSync(join(work, 'settings.json'), JSON.stringify(settings));
  execFileSync(node, ['--build-sea', join(work, 'settings.json')]);

  const licences = join(target, 'LICENSES.txt');
  copyFileSync(join(work, 'LICENSES.txt'), licences);
  const ofNode = readFileSync(join(dirname(node), '..', 'LICENSE'), 'utf8');
  appendFileSync(licences, `\n---\n\nnode ${process.versions.node}\n\n${ofNode}`);
} finally {
  rmSync(work, { recursive: true });
}
