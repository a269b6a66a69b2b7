// Adds pkcs11js to a CycloneDX document: `npm sbom … | node deploy/add-pkcs11.mjs package-lock.json`. It is
// an optional package, and images built with PKCS11=true contain it where the lock file of the app has it.
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const [, , lockFile] = process.argv;
const document = JSON.parse(await text(process.stdin));
const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'));
const locked = packages['node_modules/pkcs11js'];
if (locked) {
  const { version, license, integrity } = locked;
  const [algorithm, digest] = integrity.split(/-(.*)/s);
  document.components.push({
    type: 'library',
    'bom-ref': `pkcs11js@${version}`,
    name: 'pkcs11js',
    version,
    licenses: [{ license: { id: license } }],
    purl: `pkg:npm/pkcs11js@${version}`,
    hashes: [
      {
        alg: algorithm.replace('sha', 'SHA-'),
        content: Buffer.from(digest, 'base64').toString('hex'),
      },
    ],
  });
}
process.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
