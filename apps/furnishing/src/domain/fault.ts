/** One reason why a record is refused, as the caller reads it. */
export interface Fault {
  readonly detail: string;
}

/** Something that was read or found, or every reason why it was not. */
export type Outcome<T> = { readonly value: T } | { readonly faults: readonly Fault[] };

/** `body -> records -> 3 -> business_id: message`, in the words of contract 7.4. */
export function faultAt(path: readonly string[], message: string): Fault {
  return { detail: path.length === 0 ? message : `${path.join(' -> ')}: ${message}` };
}
