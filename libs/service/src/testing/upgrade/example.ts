/** A value of a statement as JSON can hold it; bytes are represented by their length. */
export type Example =
  null | string | number | boolean | { readonly bytes: number } | readonly Example[];

const LONGEST_TEXT = 300;
const LONGEST_LIST = 2;

/**
 * An example of a statement's values: the same types and shapes, and the same in each recording.
 * Ids, times, hashes and encrypted values are replaced; long texts and lists are cut.
 */
export function exampleOf(values: readonly unknown[]): readonly Example[] {
  const ids = new Map<string, string>();
  const numbered = (id: string) => {
    const known =
      ids.get(id) ?? `00000000-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`;
    ids.set(id, known);
    return known;
  };
  return values.map((value) => example(value, numbered));
}

/** The value for a repeated run of the statement. */
export function valueOf(value: Example): unknown {
  if (Array.isArray(value)) return value.map((each: Example) => valueOf(each));
  return typeof value === 'object' && value !== null && 'bytes' in value
    ? Buffer.alloc(value.bytes)
    : value;
}

function example(value: unknown, numbered: (id: string) => string): Example {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value;
  if (Buffer.isBuffer(value)) return { bytes: value.length };
  if (value instanceof Date) return sameTime(value.toISOString());
  if (Array.isArray(value)) {
    return value.slice(0, LONGEST_LIST).map((each: unknown) => example(each, numbered));
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return short(withoutChance(text, numbered));
}

function withoutChance(text: string, numbered: (id: string) => string): string {
  return sameTime(text)
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, numbered)
    .replace(/(?<![\w-])[\w+/-]{24,}={0,2}/g, (run) =>
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(run) ? run : '0'.repeat(run.length),
    );
}

function sameTime(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\d([T ])\d\d:\d\d:\d\d(\.\d+)?/g, '2026-01-01$100:00:00.000');
}

/** Texts that may have to be JSON are not replaced. */
function short(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  if (text.startsWith('{')) return '{}';
  return text.startsWith('[') ? '[]' : text.slice(0, LONGEST_TEXT);
}
