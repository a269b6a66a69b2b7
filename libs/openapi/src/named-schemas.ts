import { isObject, type JsonSchema } from './json-schema.js';
import { portable } from './portable.js';

/** The path of the document's components. */
const PLACE = '#/components/schemas/';

/**
 * Moves every schema with a title to the document's components, under that title, in the form that
 * generators of clients understand.
 * @throws when two different schemas have the same title
 */
export class NamedSchemas {
  private readonly byName = new Map<string, { readonly schema: unknown; readonly text: string }>();

  /** The schema with references to the named ones in it. */
  take(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.take(item));
    if (!isObject(value)) return value;
    const { title, ...rest } = value;
    const schema = portable(
      Object.fromEntries(
        Object.entries(rest).map(([key, member]) => [
          key,
          isValue(key) ? member : this.take(member),
        ]),
      ),
    );
    if (typeof title !== 'string')
      return title === undefined ? schema : { title: this.take(title), ...schema };
    this.keep(title, namedValues(title, schema));
    return { $ref: `${PLACE}${title}` };
  }

  /** The schemas by name, in alphabetical order. */
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

/**
 * Names of the values of a list, which begin with its own: openapi-generator declares the values of
 * every list in one package of Go, and many lists have a value such as `active` (decision 0078).
 */
function namedValues(title: string, schema: JsonSchema): JsonSchema {
  const { enum: values } = schema;
  if (!Array.isArray(values)) return schema;
  return { ...schema, 'x-enum-varnames': values.map((value) => title + inPascalCase(value)) };
}

/** `no_result` is `NoResult`. */
function inPascalCase(value: unknown): string {
  return String(value)
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Keywords whose content is a value, not a schema. */
export function isValue(key: string): boolean {
  return ['example', 'examples', 'default', 'enum', 'const', 'x-enum-varnames'].includes(key);
}
