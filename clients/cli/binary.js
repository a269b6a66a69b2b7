import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
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
 */
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Usage: npm run -w clients/cli binary -- FOLDER\n');
  process.exit(2);
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
  execFileSync(process.execPath, ['--build-sea', join(work, 'settings.json')]);

  const licences = join(target, 'LICENSES.txt');
  copyFileSync(join(work, 'LICENSES.txt'), licences);
  const ofNode = readFileSync(join(dirname(process.execPath), '..', 'LICENSE'), 'utf8');
  appendFileSync(licences, `\n---\n\nnode ${process.versions.node}\n\n${ofNode}`);
} finally {
  rmSync(work, { recursive: true });
}
