// Adds Node to a CycloneDX document: `npm sbom … | node deploy/add-node.mjs 26.10.0`. The images contain
// it beside the npm packages.
import { text } from 'node:stream/consumers';

const [, , version] = process.argv;
const document = JSON.parse(await text(process.stdin));
const reference = `pkg:generic/node@${version}`;
document.components.push({
  type: 'application',
  'bom-ref': reference,
  name: 'node',
  version,
  licenses: [{ license: { id: 'MIT' } }],
  purl: reference,
  cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
  externalReferences: [
    { type: 'distribution', url: `https://nodejs.org/dist/v${version}/SHASUMS256.txt.asc` },
  ],
});
process.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
