import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import shared from '../../rolldown.config.js';

/** The folder of a package in node_modules. */
const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

async function licenceIn(folder) {
  const { name, version, license } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  );
  const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined ? '' : await readFile(join(folder, file), 'utf8');
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}

/** The bundle carries the licences of the packages in it, as they require. */
const licences = {
  name: 'licences',
  async generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);
    const folders = new Set(modules.flatMap((id) => PACKAGE.exec(id)?.[0] ?? []));
    const texts = await Promise.all([...folders].sort().map(licenceIn));
    this.emitFile({ type: 'asset', fileName: 'LICENSES.txt', source: texts.join('\n---\n\n') });
  },
};

export default { ...shared, plugins: [shared.plugins, licences] };
