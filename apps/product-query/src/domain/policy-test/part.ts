import {
  isObject,
  objectSchemaOf,
  shapeFault,
  type JsonSchema,
  type ObjectShape,
} from '@ndx/catalog';
import { quoted } from '@ndx/contracts';
import { PolicyTestFault } from './policy-test-fault.js';

/** An object in a file: the one declaration of its check and its JSON schema. */
export interface Part {
  readonly shape: ObjectShape;
  /** The possible values of texts, by dotted path. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** The members that are lists of objects; absent: an empty list. */
  readonly lists?: Readonly<Record<string, Part>>;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Checks an object of a file, its lists included.
 * @param at the path of the object in the file; empty for the file
 * @throws PolicyTestFault with the member, the rule and the value
 */
export function checkPart(part: Part, value: unknown, at = ''): void {
  if (!isObject(value)) throw faultAt(at || 'the file', 'must be an object', value);
  const { shape, choices = {}, lists = {} } = part;
  const isList = (name: string) => Object.hasOwn(lists, name);
  const own = Object.fromEntries(Object.entries(value).filter(([name]) => !isList(name)));
  const fault = shapeFault(shape, own);
  if (fault) throw faultAt(joined(at, ...fault.path), fault.message, valueAt(own, fault.path));
  for (const [path, possible] of Object.entries(choices)) {
    const chosen = valueAt(own, path.split('.'));
    if (chosen === undefined || possible.some((one) => one === chosen)) continue;
    throw faultAt(joined(at, path), `must be one of ${possible.join(', ')}`, chosen);
  }
  for (const [name, element] of Object.entries(lists)) {
    const elements = value[name] ?? [];
    if (!Array.isArray(elements)) throw faultAt(joined(at, name), 'must be a list', elements);
    elements.forEach((one, index) => {
      checkPart(element, one, `${joined(at, name)}[${String(index)}]`);
    });
  }
}

/** The JSON schema of the object. */
export function partSchema({ shape, choices = {}, lists = {} }: Part): JsonSchema {
  const schema = objectSchemaOf(shape);
  const limited = Object.entries(choices).reduce<JsonSchema>(
    (whole, [path, possible]) => withChoices(whole, path.split('.'), possible),
    schema,
  );
  const listed = Object.entries(lists).map(
    ([name, element]) => [name, { type: 'array', items: partSchema(element) }] as const,
  );
  const properties = { ...propertiesOf(limited), ...Object.fromEntries(listed) };
  return { ...limited, properties };
}

function withChoices(
  schema: JsonSchema,
  [name = '', ...rest]: readonly string[],
  possible: readonly string[],
): JsonSchema {
  const properties = propertiesOf(schema);
  const member = (properties[name] ?? {}) as JsonSchema;
  const limited = rest.length > 0 ? withChoices(member, rest, possible) : { enum: possible };
  return { ...schema, properties: { ...properties, [name]: limited } };
}

function propertiesOf(schema: JsonSchema): Values {
  const { properties } = schema as { readonly properties?: Values };
  return properties ?? {};
}

export function faultAt(member: string, message: string, value: unknown): PolicyTestFault {
  const stated = value === undefined ? '' : `: ${quoted(JSON.stringify(value))}`;
  return new PolicyTestFault(`${quoted(member)} ${message}${stated}`);
}

function valueAt(values: Values, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), values);
}

function joined(...names: readonly string[]): string {
  return names.filter((name) => name !== '').join('.');
}
