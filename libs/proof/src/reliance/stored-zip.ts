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
  const local: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const { path, bytes } of members) {
    const name = Buffer.from(path, 'latin1');
    const shared = sharedHeader(name, bytes);
    const head = Buffer.concat([uint32(LOCAL), shared, name]);
    local.push(head, bytes);
    const entry = Buffer.alloc(CENTRAL_BYTES);
    entry.writeUInt32LE(CENTRAL, 0);
    entry.writeUInt16LE((UNIX << 8) | VERSION, 4);
    shared.copy(entry, 6);
    entry.writeUInt32LE((MODE << 16) >>> 0, 38);
    entry.writeUInt32LE(offset, 42);
    central.push(entry, name);
    offset += head.length + bytes.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
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
 * @param listed the paths that its first member lists, to name a member whose header is damaged
 * @throws InvalidRelianceFile for every other file
 */
export function readZip(
  file: Uint8Array,
  listed: (first: ZipMember) => readonly string[],
): readonly ZipMember[] {
  if (file.length > MAX_BYTES) throw new InvalidRelianceFile('too_large', null);
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const members = membersOf(bytes);
  const [first] = members;
  if (!first) throw new InvalidRelianceFile('not_a_zip', null);
  const exact = writeZip(members);
  if (!exact.equals(bytes)) {
    const names = listed(first);
    const isCut = members.length < names.length;
    const place = placeOf(firstDifference(exact, bytes), members, isCut);
    throw new InvalidRelianceFile('zip_form', names[place] ?? members[place]?.path ?? null);
  }
  return members;
}

function membersOf(bytes: Buffer): ZipMember[] {
  const members = new Map<string, ZipMember>();
  let offset = 0;
  while (isLocalHeader(bytes, offset)) {
    const member = memberAt(bytes, offset);
    if (members.has(member.path)) throw new InvalidRelianceFile('duplicate_member', member.path);
    if (members.size === MAX_MEMBERS) throw new InvalidRelianceFile('too_large', null);
    members.set(member.path, member);
    offset = member.end;
  }
  return [...members.values()];
}

function isLocalHeader(bytes: Buffer, offset: number): boolean {
  return bytes.length >= offset + LOCAL_BYTES && bytes.readUInt32LE(offset) === LOCAL;
}

function memberAt(bytes: Buffer, offset: number): ZipMember & { readonly end: number } {
  const [method, stored, size] = [
    bytes.readUInt16LE(offset + 8),
    bytes.readUInt32LE(offset + 18),
    bytes.readUInt32LE(offset + 22),
  ];
  const nameStart = offset + LOCAL_BYTES;
  const nameEnd = nameStart + bytes.readUInt16LE(offset + 26);
  const path = bytes.toString('latin1', nameStart, nameEnd);
  if (method !== 0 || stored !== size) throw new InvalidRelianceFile('compressed', path);
  if (!PATH.test(path)) throw new InvalidRelianceFile('unsafe_path', path);
  const start = nameEnd + bytes.readUInt16LE(offset + 28);
  const end = start + size;
  return { path, bytes: bytes.subarray(start, end), end };
}

/**
 * The place of the member to which a byte belongs, by its local part or by its entry in the
 * directory.
 * @param isCut whether the header of a further member was not found
 */
function placeOf(position: number, members: readonly ZipMember[], isCut: boolean): number {
  let end = 0;
  for (const [place, { path, bytes }] of members.entries()) {
    end += LOCAL_BYTES + path.length + bytes.length;
    if (position < end) return place;
  }
  if (isCut) return members.length;
  for (const [place, { path }] of members.entries()) {
    end += CENTRAL_BYTES + path.length;
    if (position < end) return place;
  }
  return -1;
}

function firstDifference(a: Buffer, b: Buffer): number {
  const shorter = Math.min(a.length, b.length);
  let at = 0;
  while (at < shorter && a[at] === b[at]) at += 1;
  return at;
}
