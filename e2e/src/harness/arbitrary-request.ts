import fc, { type Arbitrary } from 'fast-check';
import { ArbitraryValues, type KnownIds } from './arbitrary-values.js';
import type { Operation } from './interface-document.js';

/** A request with arbitrary parts, valid or invalid. */
export interface ArbitraryRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for none; otherwise text, possibly not JSON. */
  readonly body: string | undefined;
}

/** Requests to an operation: mostly of its shape, with known ids. */
export function arbitraryRequest(
  operation: Operation,
  knownIds: KnownIds,
): Arbitrary<ArbitraryRequest> {
  const values = new ArbitraryValues(knownIds);
  const parameters = fc.tuple(
    ...operation.parameters.map(({ name, in: place, required, schema }) =>
      fc.record({
        name: fc.constant(name),
        place: fc.constant(place),
        value: fc.option(values.loose(schema, name), { nil: undefined, freq: required ? 10 : 2 }),
      }),
    ),
  );
  return fc.record({ parameters, body: bodyOf(operation, values) }).map((parts) => ({
    path: pathOf(operation.path, parts.parameters),
    headers: headersOf(parts.parameters),
    body: parts.body,
  }));
}

type Chosen = readonly {
  readonly name: string;
  readonly place: string;
  readonly value: unknown;
}[];

function pathOf(template: string, parameters: Chosen): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const { value } = parameters.find((one) => one.place === 'path' && one.name === name) ?? {};
    // An empty segment would be another path.
    return (value !== undefined && encoded(value)) || 'none';
  });
  const query = parameters
    .filter(({ place, value }) => place === 'query' && value !== undefined)
    .map(({ name, value }) => `${name}=${encoded(value)}`);
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

/** A header has only visible characters; clients send no others. */
function headersOf(parameters: Chosen): Record<string, string> {
  return Object.fromEntries(
    parameters
      .filter(({ place, value }) => place === 'header' && value !== undefined)
      .map(({ name, value }) => [
        name,
        textOf(value)
          .replaceAll(/[^\x21-\x7e]/g, '')
          .slice(0, 200),
      ]),
  );
}

function encoded(value: unknown): string {
  // An address cannot contain a lone surrogate: it is replaced, as by every client.
  return encodeURIComponent(Buffer.from(textOf(value).slice(0, 2_000)).toString());
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function bodyOf(
  { method, body }: Operation,
  values: ArbitraryValues,
): Arbitrary<string | undefined> {
  if (method === 'GET') return fc.constant(undefined);
  const rubbish = fc.constantFrom('', '{', 'null', '[]', '"text"', '{"a":1,}', '\u0000');
  const any = fc.oneof(rubbish, fc.json());
  if (!body) return fc.option(any, { nil: undefined, freq: 3 });
  const shaped = values.loose(body).map((value) => JSON.stringify(value));
  return fc.oneof({ weight: 12, arbitrary: shaped }, { weight: 1, arbitrary: any });
}
