/** One reason for rejecting a record, as reported to the caller. */
export interface Fault {
  readonly detail: string;
}

/** A result, or every reason why there is none. */
export type Outcome<T> = { readonly value: T } | { readonly faults: readonly Fault[] };

/** `body -> records -> 3 -> business_id: message`, in the format of contract 7.4. */
export function faultAt(path: readonly string[], message: string): Fault {
  return { detail: path.length === 0 ? message : `${path.join(' -> ')}: ${message}` };
}
