import { cycle } from './cycle.js';
import type { Operation } from './interface-document.js';
import type { KnownIds } from './own-network.js';

/** A request that costs as much as a client can make it cost. */
export interface WorstCase {
  /** The part of the request that is extreme. */
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; undefined for none. */
  readonly body: string | undefined;
}

/** Bytes of a body; the gateway takes 1 MiB. */
const LARGEST_BODY = 1_000_000;
/** Bytes of one extreme value, path or query. */
const LONG = 60_000;

/**
 * The worst requests to an operation: each part of it too many, too long, too deep. The operations
 * take the largest bodies in turn, and the members of a body the extreme values.
 *
 * @param ids valid values of path parameters and members, by name
 */
export function worstCases(ids: KnownIds): (operation: Operation) => readonly WorstCase[] {
  const largest = cycle(LARGEST);
  return (operation) => casesOf(operation, ids, largest);
}

function casesOf(
  operation: Operation,
  ids: KnownIds,
  largest: () => (typeof LARGEST)[number],
): readonly WorstCase[] {
  const path = pathOf(operation.path, ids);
  const body = operation.body && about(exampleOf(operation), ids);
  const request = { path, headers: {}, body: body && JSON.stringify(body) };
  return [
    ...queries(operation).map(([name, query]) => ({
      ...{ ...request, name },
      path: `${path}?${query}`,
    })),
    ...[...operation.path.matchAll(/\{(\w+)\}/g)].map(([place, id = '']) => ({
      ...{ ...request, name: `a long ${id}` },
      path: pathOf(operation.path.replace(place, 'a'.repeat(LONG)), ids),
    })),
    ...headers(operation).map(([name, sent]) => ({ ...request, name, headers: sent })),
    ...(body ? bodies(body, largest()) : []).map(([name, body]) => ({ ...request, name, body })),
  ];
}

type Named<T> = readonly (readonly [name: string, value: T])[];

function pathOf(template: string, ids: KnownIds): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);
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

function queries(operation: Operation): Named<string> {
  const names = namesOf(operation, 'query');
  const [first = 'x'] = names;
  return [
    ['a parameter many times', repeated(LONG, `${first}=1`, '&')],
    ['many parameters', filled(LONG, (at) => `p${at}=`, '&')],
    ...names.map((name) => [`a long ${name}`, `${name}=${'a'.repeat(LONG)}`] as const),
  ];
}

function headers(operation: Operation): Named<Readonly<Record<string, string>>> {
  const names = namesOf(operation, 'header');
  const long = ['x-request-id', 'traceparent', 'accept-language', ...names];
  return [
    ['long headers', Object.fromEntries(long.map((name) => [name, 'a'.repeat(20_000)]))],
    ['many headers', Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`x-h${at}`, '1']))],
  ];
}

/** JSON text of bodies as large as the gateway takes; `member` is declared. */
const LARGEST: Named<(member: string) => string> = [
  ['many members', () => `{${filled(LARGEST_BODY, (at) => `"m${at}":0`, ',')}}`],
  ['one member many times', (member) => `{${repeated(LARGEST_BODY, `"${member}":0`, ',')}}`],
  ['a list', () => `[${repeated(LARGEST_BODY, '0', ',')}]`],
  ['many levels', () => '['.repeat(LARGEST_BODY)],
];

function bodies(body: object, [name, largest]: (typeof LARGEST)[number]): Named<string> {
  const members = Object.keys(body);
  const values = Object.entries(EXTREMES);
  const extremes = members.map((member, at) => {
    const [kind = '', value = ''] = values[at % values.length] ?? [];
    return [`${kind} in ${member}`, withMember(body, member, value)] as const;
  });
  return [[name, largest(members[0] ?? 'm')], ...extremes];
}

/** JSON text of values, each about so many bytes. */
function extremeValues(bytes: number): Readonly<Record<string, string>> {
  const list = (item: string) => `[${repeated(bytes, item, ',')}]`;
  return {
    'a long text': `"${'a'.repeat(bytes)}"`,
    'a long text of spaces': `"a${' '.repeat(bytes)}a"`,
    'a text of escapes': `"${String.raw`\u0041`.repeat(bytes / 6)}"`,
    // Ends in another character than it repeats: regular expressions backtrack.
    'a text of digits and points': `"${'1.'.repeat(bytes / 2)}!"`,
    'a text of separators': `"${'a, '.repeat(bytes / 3)}"`,
    'many numbers': list('0'),
    'many texts': list('"00000000-0000-4000-8000-000000000000"'),
    'many objects': list('{}'),
    'many members': `{${filled(bytes, (at) => `"m${at}":0`, ',')}}`,
    'a number of many digits': '9'.repeat(bytes),
    'a large number': '1e308',
    'many levels': `${'['.repeat(90)}0${']'.repeat(90)}`,
  };
}

const EXTREMES = extremeValues(LONG);

function withMember(body: object, member: string, value: string): string {
  const others = Object.entries(body).filter(([name]) => name !== member);
  const kept = others.map(([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each)}`);
  return `{${[...kept, `${JSON.stringify(member)}:${value}`].join(',')}}`;
}

/** One part with a separator, as often as it fits. */
function repeated(bytes: number, part: string, separator: string): string {
  return Array(Math.ceil(bytes / (part.length + separator.length)))
    .fill(part)
    .join(separator);
}

/** Parts with a separator, as many as fit. */
function filled(bytes: number, part: (at: number) => string, separator: string): string {
  const parts: string[] = [];
  for (let length = 0, at = 0; length < bytes; at += 1) {
    const next = part(at);
    parts.push(next);
    length += next.length + separator.length;
  }
  return parts.join(separator);
}
