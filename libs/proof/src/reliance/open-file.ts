import type { KeyObject } from 'node:crypto';
import { KEY_BYTES, publicKeyOf } from '../note/ed25519.js';
import { checkContent, type Members } from './check-content.js';
import { keyIdOf, verifiesDetached } from './detached-jws.js';
import { InvalidRelianceFile } from './invalid-file.js';
import { isObject, objectIn } from './json-object.js';
import { parseManifest, sha256Hex, type Manifest } from './manifest.js';
import { readZip, type ZipMember } from './stored-zip.js';

/** A file of which everything but the assembly of the answer was verified. */
export interface OpenedFile {
  readonly manifest: Manifest;
  /** The key that signed it. */
  readonly kid: string;
  readonly members: Members;
}

const [MANIFEST, SIGNATURE, KEYS] = ['manifest.json', 'manifest.jws', 'keys.json'];

/**
 * Verifies a reliance file as docs/reliance-file.md describes it: form, signature, digests, contents
 * and commitments.
 * @param trusted a saved copy of the published keys, which must have the key of the file
 * @throws InvalidRelianceFile with the first fault
 */
export function openRelianceFile(bytes: Uint8Array, trusted?: Uint8Array): OpenedFile {
  const zip = readZip(bytes, pathsListedIn);
  const misplaced = zip.find((member, place) => orderOf(member) < orderOf(zip[place - 1]));
  if (misplaced) throw new InvalidRelianceFile('zip_form', misplaced.path);
  const members = new Map(zip.map((member) => [member.path, Buffer.from(member.bytes)]));
  const [file, jws, keys] = [MANIFEST, SIGNATURE, KEYS].map((path) => {
    const found = members.get(path);
    if (!found) throw new InvalidRelianceFile('member_missing', path);
    return found;
  }) as [Buffer, Buffer, Buffer];
  const manifest = parseManifest(file);
  if (!manifest) throw new InvalidRelianceFile('manifest_invalid', MANIFEST);
  const kid = keyIdOf(jws.toString());
  if (kid === undefined) throw new InvalidRelianceFile('signature_invalid', SIGNATURE);
  const key = answersKey(keys, kid);
  if (!key || (trusted !== undefined && !answersKey(trusted, kid)?.equals(key))) {
    throw new InvalidRelianceFile('key_unknown', KEYS);
  }
  if (!verifiesDetached(jws.toString(), file, key)) {
    throw new InvalidRelianceFile('signature_invalid', SIGNATURE);
  }
  checkDigests(manifest, members);
  checkContent(manifest, members);
  return { manifest, kid, members };
}

/** The manifest and its signature come first, the others follow by path. */
function orderOf(member: ZipMember | undefined): string {
  const path = member?.path ?? '';
  return path === MANIFEST || path === SIGNATURE ? ` ${path}` : path;
}

function pathsListedIn({ bytes }: ZipMember): readonly string[] {
  const listed = parseManifest(bytes)?.members.map(({ path }) => path);
  return listed ? [MANIFEST, SIGNATURE, ...listed] : [];
}

/** The public key for answers and files with this id. */
function answersKey(keys: Uint8Array, kid: string): KeyObject | undefined {
  const listed = objectIn(keys)?.['keys'];
  const found: unknown = Array.isArray(listed)
    ? listed.find((key) => isObject(key) && key['kid'] === kid && key['purpose'] === 'answers')
    : undefined;
  const x = isObject(found) ? found['x'] : undefined;
  const bytes = Buffer.from(typeof x === 'string' ? x : '', 'base64url');
  return bytes.length === KEY_BYTES ? publicKeyOf(bytes) : undefined;
}

function checkDigests({ members: listed }: Manifest, members: ReadonlyMap<string, Buffer>): void {
  for (const { path, size, sha256 } of listed) {
    const content = members.get(path);
    if (!content) throw new InvalidRelianceFile('member_missing', path);
    if (content.length !== size || sha256Hex(content) !== sha256) {
      throw new InvalidRelianceFile('digest_differs', path);
    }
  }
  const known = new Set([MANIFEST, SIGNATURE, ...listed.map(({ path }) => path)]);
  const unlisted = [...members.keys()].find((path) => !known.has(path));
  if (unlisted !== undefined) throw new InvalidRelianceFile('member_unexpected', unlisted);
}
