import { InvalidRelianceFile } from '../reliance/invalid-file.js';
import type { KnownKeys, OpenedFile } from '../reliance/open-file.js';
import { writeZip } from '../reliance/stored-zip.js';
import { verifyRelianceFile } from '../reliance/verify-file.js';

/** A local header of a ZIP has as many bytes before the path. */
const HEADER_BYTES = 30;

/** Where the content of a member is in its file. */
export interface MemberPlace {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** The result of a verification. */
export interface Verdict {
  /** `verified`, or the first fault */
  readonly code: string;
  readonly member: string | null;
}

/** The places of the members of a verified file, in its order. */
export function placesIn({ members }: Pick<OpenedFile, 'members'>): readonly MemberPlace[] {
  let end = 0;
  return [...members].map(([path, { length }]) => {
    const start = end + HEADER_BYTES + path.length;
    end = start + length;
    return { path, start, end };
  });
}

/** The file with another bit. */
export function withBit(file: Uint8Array, bit: number): Buffer {
  const changed = Buffer.from(file);
  const offset = bit >> 3;
  changed[offset] = (changed[offset] ?? 0) ^ (1 << (bit & 7));
  return changed;
}

/** The ZIP of a changed file with correct sizes and checksums, as an attacker would write it. */
export function storedAgain(changed: Buffer, places: readonly MemberPlace[]): Buffer {
  return writeZip(
    places.map(({ path, start, end }) => ({ path, bytes: changed.subarray(start, end) })),
  );
}

export async function verdictOn(file: Uint8Array, known: KnownKeys = {}): Promise<Verdict> {
  try {
    await verifyRelianceFile(file, known);
    return { code: 'verified', member: null };
  } catch (error) {
    if (error instanceof InvalidRelianceFile) return { code: error.code, member: error.member };
    throw error;
  }
}
