import { keyIdOf } from './sealer.js';

/**
 * Where a service keeps sealed values. Declared once, in its `@Service`: the `keys` command
 * re-encrypts what is declared, and specs fail on a sealed value anywhere else (design 5).
 */
export interface SealedColumn {
  readonly table: string;
  /** Of type text or jsonb; its text is one sealed value, as it is or as a JSON string. */
  readonly column: string;
  /** Condition in SQL for the rows whose column is sealed; all of them without it. */
  readonly where?: string;
  /** The column is a JSON document instead: the members of these names, at any depth, are sealed. */
  readonly members?: readonly string[];
}

/** The sealed values in the text of a declared column, each once. */
export function sealedValuesIn(text: string, { members }: SealedColumn): readonly string[] {
  const found = new Set<string>();
  const take = (value: unknown) => {
    if (typeof value === 'string' && keyIdOf(value) !== undefined) found.add(value);
  };
  if (members) takeMembers(JSON.parse(text), new Set(members), take);
  else take(text.startsWith('"') ? JSON.parse(text) : text);
  return [...found];
}

/** An envelope carries its payload as text: `data` is a document in the document. */
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

/** What is parked may be parked because it is no JSON; then nothing was sealed in it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The text with every value that has a successor replaced; every other byte as it was. */
export function withSuccessors(text: string, successors: ReadonlyMap<string, string>): string {
  return [...successors].reduce((done, [old, next]) => done.replaceAll(old, next), text);
}
