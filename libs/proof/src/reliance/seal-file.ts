import { canonicalJson } from '../canonical-json.js';
import { signDetached, type FileKey } from './detached-jws.js';
import { FILE_FORMAT, sha256Hex, type Manifest } from './manifest.js';
import { writeZip, type ZipMember } from './stored-zip.js';

/** The content of a reliance file, before it is signed. */
export interface UnsealedFile extends Omit<Manifest, 'format' | 'members'> {
  readonly members: readonly ZipMember[];
}

/** The signed file: equal contents and keys make equal bytes. */
export function sealFile(file: UnsealedFile, key: FileKey): Buffer {
  const members = [...file.members].sort((a, b) => (a.path < b.path ? -1 : 1));
  const manifest = Buffer.from(
    canonicalJson({
      ...file,
      format: FILE_FORMAT,
      members: members.map(({ path, bytes }) => ({
        path,
        size: bytes.length,
        sha256: sha256Hex(bytes),
      })),
    }),
  );
  return writeZip([
    { path: 'manifest.json', bytes: manifest },
    { path: 'manifest.jws', bytes: Buffer.from(signDetached('ndx-reliance-file', manifest, key)) },
    ...members,
  ]);
}
