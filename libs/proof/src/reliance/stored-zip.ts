import { crc32 } from 'node:zlib';
import { InvalidRelianceFile } from './invalid-file.js';

/** A file in a ZIP. */
export interface ZipMember {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_MEMBERS = 10_000;
const PATH = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)?$/;

const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const CENTRAL = 0x02014b50;
const CENTRAL_BYTES = 46;
const END = 0x06054b50;
const END_BYTES = 22;

const VERSION = 20;
const UNIX = 3;
/** 1980-01-01, the first date of a ZIP. */
const DATE = 0x21;
/** Readable and writable by the owner. */
const MODE = 0o600;

/**
 * A ZIP without compression in the one form that a reliance file has: as Python's `zipfile` writes
 * it with its defaults. Members are stored, so that no reader expands anything, and any reader can
 * write the same bytes again.
 */
export function writeZip(members: readonly ZipMember[]): Buffer {
  const local = members.flatMap((member) => [localHeader(member), member.bytes]);
  return Buffer.concat([...local, ...directoryOf(members)]);
}

function localHeader({ path, bytes }: ZipMember): Buffer {
  const name = Buffer.from(path, 'latin1');
  return Buffer.concat([uint32(LOCAL), sharedHeader(name, bytes), name]);
}

/** The entry of each member, and the end. */
function directoryOf(members: readonly ZipMember[]): readonly Buffer[] {
  let offset = 0;
  const entries = members.map(({ path, bytes }) => {
    const name = Buffer.from(path, 'latin1');
    const entry = Buffer.alloc(CENTRAL_BYTES);
    entry.writeUInt32LE(CENTRAL, 0);
    entry.writeUInt16LE((UNIX << 8) | VERSION, 4);
    sharedHeader(name, bytes).copy(entry, 6);
    entry.writeUInt32LE((MODE << 16) >>> 0, 38);
    entry.writeUInt32LE(offset, 42);
    offset += LOCAL_BYTES + name.length + bytes.length;
    return Buffer.concat([entry, name]);
  });
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(Buffer.concat(entries).length, 12);
  end.writeUInt32LE(offset, 16);
  return [...entries, end];
}

/** The part of a header that the entry in the directory repeats. */
function sharedHeader(name: Buffer, bytes: Uint8Array): Buffer {
  const header = Buffer.alloc(LOCAL_BYTES - 4);
  header.writeUInt16LE(VERSION, 0);
  header.writeUInt16LE(DATE, 8);
  header.writeUInt32LE(crc32(bytes), 10);
  header.writeUInt32LE(bytes.length, 14);
  header.writeUInt32LE(bytes.length, 18);
  header.writeUInt16LE(name.length, 22);
  return header;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/**
 * The members of a ZIP that `writeZip` wrote.
 * @throws InvalidRelianceFile for every other file
 */
export function readZip(file: Uint8Array): readonly ZipMember[] {
  if (file.length > MAX_BYTES) throw new InvalidRelianceFile('too_large', null);
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (!startsWith(bytes, 0, uint32(LOCAL))) throw new InvalidRelianceFile('not_a_zip', null);
  const members = new Map<string, ZipMember>();
  let offset = 0;
  let before = '';
  while (!startsWith(bytes, offset, uint32(CENTRAL))) {
    const member = memberAt(bytes, offset);
    const { path } = member;
    if (members.has(path)) throw new InvalidRelianceFile('duplicate_member', path);
    if (members.size === MAX_MEMBERS) throw new InvalidRelianceFile('too_large', null);
    const header = localHeader(member);
    if (!startsWith(bytes, offset, header) || orderOf(path) < before) {
      throw new InvalidRelianceFile('zip_form', path);
    }
    members.set(path, member);
    offset += header.length + member.bytes.length;
    before = orderOf(path);
  }
  const read = [...members.values()];
  checkDirectory(bytes, offset, read);
  return read;
}

/** The manifest and its signature come first, the others follow by path. */
function orderOf(path: string): string {
  return path === 'manifest.json' || path === 'manifest.jws' ? ` ${path}` : path;
}

function memberAt(bytes: Buffer, offset: number): ZipMember {
  const isWhole = bytes.length >= offset + LOCAL_BYTES;
  if (!isWhole || !startsWith(bytes, offset, uint32(LOCAL))) {
    throw new InvalidRelianceFile('zip_form', null);
  }
  const [method, stored, size] = [
    bytes.readUInt16LE(offset + 8),
    bytes.readUInt32LE(offset + 18),
    bytes.readUInt32LE(offset + 22),
  ];
  const start = offset + LOCAL_BYTES;
  const end = start + bytes.readUInt16LE(offset + 26);
  const path = bytes.toString('latin1', start, end);
  if (method !== 0 || stored !== size) throw new InvalidRelianceFile('compressed', path);
  if (!PATH.test(path)) throw new InvalidRelianceFile('unsafe_path', path);
  return { path, bytes: bytes.subarray(end, end + size) };
}

function checkDirectory(bytes: Buffer, offset: number, members: readonly ZipMember[]): void {
  let end = offset;
  for (const [place, part] of directoryOf(members).entries()) {
    if (!startsWith(bytes, end, part)) {
      throw new InvalidRelianceFile('zip_form', members[place]?.path ?? null);
    }
    end += part.length;
  }
  if (end !== bytes.length) throw new InvalidRelianceFile('zip_form', null);
}

function startsWith(bytes: Buffer, offset: number, start: Uint8Array): boolean {
  return bytes.subarray(offset, offset + start.length).equals(start);
}
