import { isObject, type JsonSchema } from './json-schema.js';

/** Where the document keeps what it names. */
const PLACE = '#/components/schemas/';

/**
 * Takes every schema with a title out of the document, to stand once among its components under
 * that title.
 * @throws when two different schemas bear one title
 */
export class NamedSchemas {
  private readonly byName = new Map<string, { readonly schema: unknown; readonly text: string }>();

  /** The schema with a reference in place of each named one in it. */
  take(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.take(item));
    if (!isObject(value)) return value;
    const { title, ...rest } = value;
    const schema = Object.fromEntries(
      Object.entries(rest).map(([key, member]) => [key, isValue(key) ? member : this.take(member)]),
    );
    if (typeof title !== 'string')
      return title === undefined ? schema : { title: this.take(title), ...schema };
    this.keep(title, schema);
    return { $ref: `${PLACE}${title}` };
  }

  /** By name, in the order of the alphabet. */
  get all(): JsonSchema {
    const names = [...this.byName.keys()].sort();
    return Object.fromEntries(names.map((name) => [name, this.byName.get(name)?.schema]));
  }

  private keep(name: string, schema: unknown): void {
    const text = JSON.stringify(schema);
    const known = this.byName.get(name);
    if (known && known.text !== text) throw new Error(`two different schemas are named ${name}`);
    this.byName.set(name, { schema, text });
  }
}

/** Keywords whose content is a value, not a schema. */
function isValue(key: string): boolean {
  return ['example', 'examples', 'default', 'enum', 'const'].includes(key);
}
