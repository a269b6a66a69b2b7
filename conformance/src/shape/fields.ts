import { isTypeName, type TypeName } from './types.js';

/** A field as the contract writes it down. */
export interface Field {
  readonly name: string;
  readonly type: TypeName;
  readonly isRequired: boolean;
  /** What becomes of null: `open` where the contract does not say. */
  readonly null: 'refused' | 'accepted' | 'open';
}

const LINE = /([\w?\s]+):\s*([\w[\]-]+)( \| (?:null|open))?/y;

/**
 * Reads a table of fields: names, a colon and their type, e.g. `first_name last_name: string`.
 * A name that ends with `?` is optional, `| null` says that the value may be null, and `| open`
 * that the contract does not say whether it may.
 * @throws Error for a table that cannot be read
 */
export function fields(table: string): readonly Field[] {
  const line = new RegExp(LINE);
  const text = table.trim();
  const found: Field[] = [];
  while (line.lastIndex < text.length) {
    const start = line.lastIndex;
    const [, names = '', type = '', nullness = ''] = line.exec(text) ?? [];
    if (!isTypeName(type)) throw new Error(`no fields can be read in "${text.slice(start)}"`);
    for (const name of names.trim().split(/\s+/)) {
      found.push({
        name: name.replace('?', ''),
        type,
        isRequired: !name.endsWith('?'),
        null: nullness === '' ? 'refused' : nullness.endsWith('null') ? 'accepted' : 'open',
      });
    }
  }
  return found;
}

/** The fields except the named ones. */
export function without(table: readonly Field[], ...names: readonly string[]): readonly Field[] {
  return table.filter(({ name }) => !names.includes(name));
}
