import { keyIdOf } from './sealer.js';

/**
 * A column with encrypted values. Declared once, in its `@Service`: the `keys` command re-encrypts
 * the declared columns, and specs fail for an encrypted value elsewhere (design 5).
 */
export interface SealedColumn {
  readonly table: string;
  /**
   * A column of type text or jsonb, whose text is one encrypted value, plain or as a JSON string.
   */
  readonly column: string;
  /** SQL condition on the rows with encrypted values; default: all rows. */
  readonly where?: string;
  /** The column is a JSON document: the members with these names, at any depth, are encrypted. */
  readonly members?: readonly string[];
}

/** The encrypted values in the text of a declared column, without duplicates. */
export function sealedValuesIn(text: string, { members }: SealedColumn): readonly string[] {
  const found = new Set<string>();
  const take = (value: unknown) => {
    if (typeof value === 'string' && keyIdOf(value) !== undefined) found.add(value);
  };
  if (members) takeMembers(JSON.parse(text), new Set(members), take);
  else take(text.startsWith('"') ? JSON.parse(text) : text);
  return [...found];
}

/** An envelope has its payload as text: `data` is a document in the document. */
const PAYLOAD = 'data';

function takeMembers(
  value: unknown,
  members: ReadonlySet<string>,
  take: (value: unknown) => void,
): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (members.has(name)) take(member);
    else if (name === PAYLOAD && typeof member === 'string') takePayload(member, members, take);
    else takeMembers(member, members, take);
  }
}

function takePayload(
  text: string,
  members: ReadonlySet<string>,
  take: (value: unknown) => void,
): void {
  takeMembers(parsed(text), members, take);
}

/** A dead letter may be invalid JSON; then it has no encrypted values. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The text with its encrypted values replaced; all other bytes are unchanged. */
export function withSuccessors(text: string, successors: ReadonlyMap<string, string>): string {
  return [...successors].reduce((done, [old, next]) => done.replaceAll(old, next), text);
}
