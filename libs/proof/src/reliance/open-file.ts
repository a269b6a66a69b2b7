import { publicKeyOf } from '../note/ed25519.js';
import type { VerifierKey } from '../note/verifier-key.js';
import { checkContent, type Members } from './check-content.js';
import { checkLogs, type WitnessedCheckpoint } from './check-log.js';
import { keyIdOf, verifiesDetached } from './detached-jws.js';
import { InvalidRelianceFile } from './invalid-file.js';
import { parseManifest, sha256Hex, type Manifest } from './manifest.js';
import { publishedKeys } from './published-keys.js';
import { readZip } from './stored-zip.js';

/** A file of which everything but the assembly of the answer was verified. */
export interface OpenedFile {
  readonly manifest: Manifest;
  /** The key that signed it. */
  readonly kid: string;
  readonly members: Members;
  /** The checkpoints of the logs that include the entries about the query. */
  readonly checkpoints: readonly WitnessedCheckpoint[];
}

/** What a verifier knows without the file. */
export interface KnownKeys {
  /** A saved copy of the published keys, in place of those in the file. */
  readonly published?: Uint8Array | undefined;
  /** The keys of witnesses, whose cosignatures in the file must be valid. */
  readonly witnesses?: readonly VerifierKey[];
}

const [MANIFEST, SIGNATURE, KEYS] = ['manifest.json', 'manifest.jws', 'keys.json'];

/**
 * Verifies a reliance file as docs/reliance-file.md describes it: form, signature, digests, contents,
 * commitments and logs.
 * @throws InvalidRelianceFile with the first fault
 */
export function openRelianceFile(
  bytes: Uint8Array,
  { published, witnesses = [] }: KnownKeys = {},
): OpenedFile {
  const zip = readZip(bytes);
  const members = new Map(zip.map((member) => [member.path, Buffer.from(member.bytes)]));
  const [file, jws, keys] = [MANIFEST, SIGNATURE, KEYS].map((path) => {
    const found = members.get(path);
    if (!found) throw new InvalidRelianceFile('member_missing', path);
    return found;
  }) as [Buffer, Buffer, Buffer];
  const manifest = parseManifest(file);
  if (!manifest) throw new InvalidRelianceFile('manifest_invalid', MANIFEST);
  const kid = keyIdOf('ndx-reliance-file', jws.toString());
  if (kid === undefined) throw new InvalidRelianceFile('signature_invalid', SIGNATURE);
  const key = publishedKeys(published ?? keys, 'answers').get(kid);
  if (!key) throw new InvalidRelianceFile('key_unknown', KEYS);
  if (!verifiesDetached(jws.toString(), file, publicKeyOf(key))) {
    throw new InvalidRelianceFile('signature_invalid', SIGNATURE);
  }
  checkDigests(manifest, members);
  checkContent(manifest, members);
  const log = [...publishedKeys(published ?? keys, 'checkpoints').values()];
  const checkpoints = checkLogs(manifest, members, { log, witnesses });
  return { manifest, kid, members, checkpoints };
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
