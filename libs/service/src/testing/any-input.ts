import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { isContractAnswer } from './contract-answer.js';
import type { Requests, TestCaller } from './requests.js';

/** Values that clients have sent in place of valid ones. */
const ODD_VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, 12345678, '12345678', [], {}, [[]], [null]],
  ...['', ' ', '*', 'null', 'a\0b', '\ud800', '\u202e', 'é😀', 'x'.repeat(10_000), randomUUID()],
  ...['2023-02-30', '2023-02-30T00:00:00Z', '2023-01-01', '0000-01-01T00:00:00Z', 'Infinity'],
  ...['+275760-09-13T00:00:00Z', '9999-12-31T23:59:59Z', '1900-01-01T00:00:00Z'],
  ...[
    Array<string>(2_000).fill('x'),
    { __proto__: null, constructor: 1 },
    { toString: 1, hasOwnProperty: 1, then: 1 },
  ],
];

const anyValue = fc.oneof(fc.constantFrom(...ODD_VALUES), fc.jsonValue({ maxDepth: 2 }));

interface AnyRequests {
  readonly callers: readonly TestCaller[];
  /** Values of path and query parameters that are valid in the service. */
  readonly known: Readonly<Record<string, readonly string[]>>;
  /** A valid body, if the route has one. */
  readonly valid: object | undefined;
}

/**
 * Sends 200 arbitrary requests to a route, five at once.
 * @throws when a response is not of the contract
 */
export async function sendAnyInput(
  service: Pick<Requests, 'call'>,
  route: string,
  { callers, known, valid }: AnyRequests,
): Promise<void> {
  const [method = '', path = ''] = route.split(' ');
  const body = ['POST', 'PUT'].includes(method) ? anyBody(valid) : fc.constant(undefined);
  const request = fc.tuple(fc.constantFrom(...callers), anyPath(path, known), body);
  const five = fc.array(request, { minLength: 5, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(five, async (requests) => {
      const answers = requests.map(([by, url, sent]) => service.call(by, method, url, sent));
      for (const answer of await Promise.all(answers)) {
        if (!isContractAnswer(answer)) throw new Error(JSON.stringify(answer));
      }
    }),
    { numRuns: 40 },
  );
}

/** A body of arbitrary JSON, or the valid one with one member replaced. */
function anyBody(valid: object = {}): fc.Arbitrary<unknown> {
  const places = placesIn(valid);
  const nearlyValid = fc
    .tuple(fc.constantFrom(...places), fc.option(anyValue, { nil: undefined }))
    .map(([place, value]) => replaced(valid, place, value));
  const unknownMember = fc
    .tuple(fc.string(), anyValue)
    .map(([name, value]): unknown => ({ ...valid, [name]: value }));
  return fc.oneof(
    { arbitrary: nearlyValid, weight: 6 },
    { arbitrary: unknownMember, weight: 1 },
    { arbitrary: anyValue, weight: 2 },
    { arbitrary: fc.constant(valid), weight: 1 },
  );
}

/**
 * A path of a route, `/v1/networks/:network_id`, with a query.
 * @param known values of its parameters and of the query's that are valid in the service
 */
function anyPath(
  route: string,
  known: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<string> {
  const text = fc.oneof(
    fc.constantFrom(...ODD_VALUES.filter((value) => typeof value === 'string').map(short)),
    fc.string({ unit: 'binary' }),
  );
  const valuesOf = (name: string) => (Object.hasOwn(known, name) && known[name]) || ['x'];
  const valueOf = (name: string) =>
    fc
      .oneof({ arbitrary: fc.constantFrom(...valuesOf(name)), weight: 3 }, text)
      .map((value) => encoded(value));
  const segments = route
    .split('/')
    .map((part) => (part.startsWith(':') ? valueOf(part.slice(1)) : fc.constant(part)));
  const names = fc.oneof(fc.constantFrom(...Object.keys(known)), fc.string());
  const parameter = names.chain((name) =>
    valueOf(name).map((value) => `${encoded(name)}=${value}`),
  );
  return fc
    .tuple(fc.tuple(...segments), fc.array(parameter, { maxLength: 4 }))
    .map(([path, query]) => `${path.join('/')}?${query.join('&')}`);
}

/**
 * Limits the length of the request line; longer ones are rejected before they reach the service.
 */
function short(text: string): string {
  return text.slice(0, 600);
}

/** Half of a surrogate pair cannot be encoded in UTF-8. */
function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

type Place = readonly string[];

/** The paths of all members, at any depth. */
function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const inside = Object.entries(value).flatMap(([name, member]) =>
    placesIn(member).map((place) => [name, ...place]),
  );
  return [[], ...inside];
}

/** Removes the member when there is no replacement. */
function replaced(whole: unknown, [name, ...rest]: Place, value: unknown): unknown {
  if (name === undefined || typeof whole !== 'object' || whole === null) return value;
  const changed = Object.entries(whole).flatMap(([key, member]): [string, unknown][] => {
    if (key !== name) return [[key, member]];
    if (rest.length === 0 && value === undefined) return [];
    return [[key, replaced(member, rest, value)]];
  });
  return Array.isArray(whole) ? changed.map(([, item]) => item) : Object.fromEntries(changed);
}
