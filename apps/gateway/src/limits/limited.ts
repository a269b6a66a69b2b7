/** The caller whose requests are counted together. */
export interface Limited {
  /** The id of an institution; of a person without an account, a hash. */
  readonly entityId: string;
  /** Whether the caller is a person without an account, so that no institution shares the limit. */
  readonly isPerson: boolean;
}

/** The subject of an error text. */
export function nameOf({ isPerson }: Limited): 'the signed-in person' | 'the institution' {
  return isPerson ? 'the signed-in person' : 'the institution';
}
