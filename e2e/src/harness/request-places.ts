import { newId } from '@ndx/contracts';
import { put } from './id-places.js';
import type { JsonSchema, Operation } from './interface-document.js';
import type { KnownIds } from './own-network.js';
import {
  HEADER_TEXTS,
  joined,
  JSON_TEXTS,
  JSON_VALUES,
  URL_TEXTS,
  type Kinds,
} from './extreme-values.js';

export interface SentParts {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; undefined for none. */
  readonly body: string | undefined;
}

/** A place of a request whose size the client chooses; the rest of the request is valid. */
export interface RequestPlace {
  readonly name: string;
  /** Places of one service and one of these are read by the same code. */
  readonly reader: string;
  /** In bytes, just below the limits of the gateway. */
  readonly largest: number;
  readonly kinds: Kinds;
  /** The request with the text at this place. */
  readonly with: (text: string) => SentParts;
}

const LARGEST_BODY = 1_000_000;
/** Of the request line and all headers. */
const LARGEST_HEAD = 240_000;
const HEADERS = [
  ...['authorization', 'cookie', 'content-type', 'accept', 'accept-encoding', 'accept-language'],
  ...['if-none-match', 'range', 'user-agent', 'origin', 'access-control-request-headers'],
  ...['x-request-id', 'traceparent', 'tracestate', 'forwarded', 'x-forwarded-for'],
];

/** Every place of an operation's requests, from its declaration; `ids` are valid, by name. */
export function placesOf(operation: Operation, ids: KnownIds): readonly RequestPlace[] {
  const path = pathOf(operation.path, ids);
  const body = operation.body && about(exampleOf(operation), ids);
  const valid: SentParts = { path, headers: {}, body: body && JSON.stringify(body) };
  return [
    ...pathPlaces(operation, valid, ids),
    ...queryPlaces(operation, valid),
    ...headerPlaces(operation, valid),
    ...(operation.body ? bodyPlaces(operation.body, valid, body ?? {}) : []),
  ];
}

function pathPlaces(
  { path, parameters }: Operation,
  valid: SentParts,
  ids: KnownIds,
): readonly RequestPlace[] {
  const atHead = { largest: LARGEST_HEAD, kinds: URL_TEXTS };
  // A segment that is not among the listed ones is the path of no operation.
  const listed = parameters.filter(({ in: part, schema }) => part === 'path' && 'enum' in schema);
  const segments = [...path.matchAll(/\{(\w+)\}/g)].filter(
    ([, name]) => !listed.some((parameter) => parameter.name === name),
  );
  return segments.map(([place, name = '']) => ({
    ...atHead,
    name: `path -> ${name}`,
    reader: `path ${name}`,
    with: (text) => ({ ...valid, path: pathOf(path.replace(place, text), ids) }),
  }));
}

function queryPlaces(operation: Operation, valid: SentParts): readonly RequestPlace[] {
  const names = namesOf(operation, 'query');
  const [first = 'x'] = names;
  const place = (name: string, kinds: Kinds, query: (text: string) => string): RequestPlace => ({
    ...{ name: `query -> ${name}`, reader: `query ${name}`, largest: LARGEST_HEAD, kinds },
    with: (text) => ({ ...valid, path: `${valid.path}?${query(text)}` }),
  });
  const many: Kinds = {
    'one many times': (bytes) => joined(bytes, () => `${first}=1`, '&'),
    'many names': (bytes) => joined(bytes, (at) => `p${at}=`, '&'),
    'many brackets': (bytes) => `${first}${'[a]'.repeat(bytes / 3)}=1`,
    'a hundred long ones': (bytes) => `${first}=${'a'.repeat(bytes / 100)}&`.repeat(99),
  };
  return [
    place('(all)', many, (text) => text),
    place('(a name)', URL_TEXTS, (text) => `${text}=1`),
    ...names.map((name) => place(name, URL_TEXTS, (text) => `${name}=${text}`)),
  ];
}

function headerPlaces(operation: Operation, valid: SentParts): readonly RequestPlace[] {
  const values = new Set([
    ...HEADERS,
    ...namesOf(operation, 'header').map((name) => name.toLowerCase()),
  ]);
  const many: Kinds = {
    'one long': (bytes) => `x-${'h'.repeat(bytes)}:1`,
    'one many times': (bytes) => joined(bytes, () => 'cookie:a=b', '\n'),
    'many names': (bytes) => joined(Math.min(bytes, 20_000), (at) => `x-h${at}:1`, '\n'),
  };
  return [
    {
      ...{ name: 'header -> (all)', reader: 'header', largest: LARGEST_HEAD, kinds: many },
      with: (text) => ({ ...valid, headers: headersOf(text) }),
    },
    ...[...values].map((name): RequestPlace => ({
      ...{ name: `header -> ${name}`, reader: `header ${name}` },
      ...{ largest: LARGEST_HEAD, kinds: HEADER_TEXTS },
      with: (text) => ({
        ...valid,
        headers: { [name]: name === 'authorization' ? `Bearer ${text}` : text },
      }),
    })),
  ];
}

function headersOf(lines: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    lines.split('\n').map((line, at) => {
      const [name = '', value = ''] = line.split(':');
      return [name === 'cookie' ? `x-c${at}` : name, value];
    }),
  );
}

/** What is written in place of a text: no value of an example. */
const MARK = 'MARK';

function bodyPlaces(
  schema: JsonSchema,
  valid: SentParts,
  example: object,
): readonly RequestPlace[] {
  const marked = (steps: readonly string[]): readonly [before: string, after: string] => {
    const body = structuredClone(example);
    put(body, steps, MARK);
    const [before = '', after] = JSON.stringify(body).split(`"${MARK}"`);
    if (after === undefined) throw new Error(`the example has no place for ${steps.join('.')}`);
    return [before, after];
  };
  const at = (steps: readonly string[], what: string): Pick<RequestPlace, 'name' | 'largest'> => ({
    name: ['body', ...steps, what].join(' -> '),
    largest: LARGEST_BODY,
  });
  const value = ({ steps, schema: own }: MemberPlace): RequestPlace => {
    const [before, after] = marked(steps);
    return {
      ...at(steps, '(value)'),
      reader: `value ${ruleOf(own)}`,
      kinds: kindsOf(own),
      with: (text) => ({ ...valid, body: `${before}${text}${after}` }),
    };
  };
  const name = ({ steps }: MemberPlace): RequestPlace => {
    const [before, after] = marked([...steps, 'x']);
    const start = before.slice(0, -'"x":'.length);
    return {
      ...at(steps, '(name)'),
      // The same code for every shape finds unknown members.
      reader: `name at level ${steps.length}`,
      kinds: quotedTexts,
      with: (text) => ({ ...valid, body: `${start}${text}:0${after}` }),
    };
  };
  const members = memberPlaces(schema, []);
  const objects = [{ steps: [], schema }, ...members].filter(({ schema: own }) => isObject(own));
  return [
    {
      ...{ ...at([], '(value)'), reader: 'body' },
      kinds: { ...quotedTexts, ...JSON_VALUES },
      with: (text) => ({ ...valid, body: text }),
    },
    ...objects.map(name),
    ...members.map(value),
  ];
}

const quotedTexts: Kinds = Object.fromEntries(
  Object.entries(JSON_TEXTS).map(([name, text]) => [name, (bytes: number) => `"${text(bytes)}"`]),
);

/** Texts of every alphabet where a text may be valid. */
function kindsOf(schema: JsonSchema): Kinds {
  const types = choicesOf(schema).flatMap(({ type = [] }) => type);
  const isText = types.length === 0 || types.includes('string');
  return { ...(isText && quotedTexts), ...JSON_VALUES };
}

interface MemberPlace {
  /** The path of a member of the body; `[]` is an item of a list. */
  readonly steps: readonly string[];
  readonly schema: JsonSchema;
}

/** Every declared member at every depth, and the items of every list. */
function memberPlaces(schema: JsonSchema, steps: readonly string[]): readonly MemberPlace[] {
  const own = choicesOf(schema).flatMap(({ properties, items }) => [
    ...Object.entries(properties ?? {}),
    ...(items ? [['[]', items] as const] : []),
  ]);
  return own.flatMap(([step, inner]) => {
    const place = { steps: [...steps, step], schema: inner };
    return [place, ...memberPlaces(inner, place.steps)];
  });
}

interface Choice {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

function choicesOf(schema: JsonSchema): readonly Choice[] {
  const { oneOf = [], ...own } = schema as Choice & { readonly oneOf?: readonly JsonSchema[] };
  return [own, ...oneOf.flatMap(choicesOf)];
}

function isObject(schema: JsonSchema): boolean {
  return choicesOf(schema).some(({ properties }) => properties !== undefined);
}

/** Rules of one kind are read by one code, whatever their bounds. */
function ruleOf(schema: JsonSchema): string {
  const rules = choicesOf(schema).map((choice) => {
    const { type = [], properties, items, format = '', pattern = '' } = choice;
    const types = [type].flat().filter((name) => name !== 'null');
    const kind = properties ? 'object' : items ? `list of ${ruleOf(items)}` : types.join('|');
    return `${kind}${format}${pattern}${'enum' in choice ? 'enum' : ''}`;
  });
  return rules.join(',');
}

function pathOf(template: string, ids: KnownIds): string {
  const known: KnownIds = { version: '1', service: 'product-query', ...ids };
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? newId());
}

function exampleOf({ body, examples }: Operation): object {
  const example = examples.find(({ schema }) => schema === body)?.value;
  return typeof example === 'object' && example !== null ? example : {};
}

function namesOf({ parameters }: Operation, place: 'query' | 'header'): readonly string[] {
  return parameters.filter((each) => each.in === place).map(({ name }) => name);
}

/** The example with valid ids, so that it passes the first checks. */
function about(example: object, ids: KnownIds): object {
  const entries = Object.entries(example).map(([name, value]): [string, unknown] => {
    const id = ids[name.replace(/s$/, '')];
    if (id === undefined) return [name, value];
    return [name, Array.isArray(value) ? [id] : id];
  });
  return Object.fromEntries(entries);
}
