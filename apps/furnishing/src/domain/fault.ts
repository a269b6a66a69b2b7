import { quoted, type FurnishFaultCode } from '@ndx/contracts';

/** One reason for rejecting a record, as reported to the caller. */
export interface Fault {
  readonly code: FurnishFaultCode;
  /** The member of the record, its names joined by dots; empty for the record as a whole. */
  readonly path: string;
  readonly detail: string;
}

/** A result, or every reason why there is none. */
export type Outcome<T> = { readonly value: T } | { readonly faults: readonly Fault[] };

/** The number of names before the record's own: `body -> records -> 3`. */
const RECORD_DEPTH = 3;

/** `body -> records -> 3 -> business_id: message`, in the format of contract 7.4. */
export function faultAt(code: FurnishFaultCode, path: readonly string[], message: string): Fault {
  const own = path[0] === 'body' ? path.slice(RECORD_DEPTH) : path;
  const detail = path.length === 0 ? message : `${path.map(quoted).join(' -> ')}: ${message}`;
  return { code, path: own.map(quoted).join('.'), detail };
}
