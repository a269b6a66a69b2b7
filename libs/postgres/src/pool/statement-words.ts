/** A statement in a trace. */
export interface StatementWords {
  /** The name of a prepared statement, else its operation and table. */
  readonly summary: string;
  /** The statement without values and literals. */
  readonly text: string;
}

/** Maximum number of cached statements: TypeORM writes a new text for each number of values. */
const REMEMBERED = 1_000;
/** Maximum length of a cached text: the cache then takes at most 4 MB. */
const LONGEST_KEY = 4_096;
/** Enough to distinguish statements. */
const LONGEST_TEXT = 2_000;

const LITERAL = /'(?:[^']|'')*'|(?<![\w$.])\d+(?:\.\d+)?(?!\w)/g;
const OPERATION = /^\s*(start transaction|[a-z]+)/i;
const WITH = /^\s*with\s/i;
const CHANGE = /\b(insert\s+into|update|delete\s+from)\s+"?([a-z_]\w*)/i;
const READ = /\bfrom\s+"?([a-z_]\w*)/i;

const known = new Map<string, StatementWords>();

/** @param name of a prepared statement */
export function statementWords(text: string, name?: string): StatementWords {
  // A name always has the same text: a connection would reject another.
  const key = name ?? text;
  const before = known.get(key);
  if (before) return before;
  const words = {
    summary: name ?? summaryOf(text),
    text: text.replace(LITERAL, '?').slice(0, LONGEST_TEXT),
  };
  if (key.length > LONGEST_KEY) return words;
  if (known.size >= REMEMBERED) known.clear();
  known.set(key, words);
  return words;
}

function summaryOf(text: string): string {
  const operation = OPERATION.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
  if (!WITH.test(text) && !/^(SELECT|INSERT|UPDATE|DELETE)$/.test(operation)) return operation;
  const [, change, changed] = CHANGE.exec(text) ?? [];
  if (change !== undefined && changed !== undefined && operation !== 'SELECT') {
    return `${change.slice(0, 6).toUpperCase()} ${changed}`;
  }
  const table = READ.exec(text)?.[1];
  return table === undefined ? 'SELECT' : `SELECT ${table}`;
}
