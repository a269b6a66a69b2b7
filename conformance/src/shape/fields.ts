import { isTypeName, type TypeName } from './types.js';

/** A field in the notation of the contract. */
export interface Field {
  readonly name: string;
  readonly type: TypeName;
  readonly isRequired: boolean;
  /** The handling of null: `open` when the contract does not define it. */
  readonly null: 'refused' | 'accepted' | 'open';
}

const LINE = /([\w?\s]+):\s*([\w[\]-]+)( \| (?:null|open))?/y;

/**
 * Parses a table of fields: names, a colon and their type, e.g. `first_name last_name: string`. A
 * name that ends with `?` is optional, `| null` means nullable, and `| open` that the contract does
 * not define whether it is.
 * @throws Error for an invalid table
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
