// Writes the packages of a bundle as a CycloneDX document: `node deploy/list-bundled.mjs < LICENSES.txt`.
import { text } from 'node:stream/consumers';

const HEADING = /^(\S+) (\S+) \((.+)\)\n/;

const components = (await text(process.stdin)).split('\n---\n\n').map((part) => {
  const [, name, version, expression] = HEADING.exec(part) ?? [];
  if (name === undefined) throw new Error(`no package in ${JSON.stringify(part.slice(0, 60))}`);
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { type: 'library', 'bom-ref': purl, name, version, licenses: [{ expression }], purl };
});
const document = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components };
process.stdout.write(JSON.stringify(document));
