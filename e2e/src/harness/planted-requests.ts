import type { KnownIds } from './arbitrary-values.js';
import type { CanarySet } from './canary.js';
import type { RawRequest } from './exchange.js';
import type { Operation } from './interface-document.js';

/** The planted values: every form of every secret, or one form of each. */
function plantsOf({ ssn, shortSsn, ein, email }: CanarySet, token: string) {
  const texts = [
    ...[ssn, shortSsn, ein, email].flatMap(({ forms }) => forms),
    token,
    `Bearer ${token}`,
  ];
  const [, dashed] = ssn.forms;
  const oneOfEach = [dashed, Number(shortSsn.digits), ein.digits, email.text, token];
  return { texts, oneOfEach };
}

/**
 * Every request of an operation with a secret in one place: in each member of its example's body,
 * in each parameter, as an undeclared parameter or name, and in a body that is not JSON.
 */
export function plantedRequests(
  operation: Operation,
  knownIds: KnownIds,
  canaries: CanarySet,
  token: string,
): readonly RawRequest[] {
  const { texts, oneOfEach } = plantsOf(canaries, token);
  const example = withKnownIds(exampleBody(operation), knownIds);
  const body = example === undefined ? undefined : JSON.stringify(example);
  const request = (part: Partial<RawRequest>): RawRequest => ({
    method: operation.method,
    path: pathWith(operation, knownIds, {}),
    headers: {},
    body,
    ...part,
  });
  const inParameters = operation.parameters.flatMap(({ name, in: place }) =>
    texts.map((text) =>
      place === 'header'
        ? request({ headers: { [name]: text } })
        : request({ path: pathWith(operation, knownIds, { [name]: text }) }),
    ),
  );
  const [first = ''] = texts;
  const everywhere = texts.flatMap((text) => [
    request({
      path: `${pathWith(operation, knownIds, {})}?${encodeURIComponent(text)}=${encodeURIComponent(text)}`,
    }),
    request({ headers: { traceparent: text, 'x-request-id': text, tracestate: text } }),
  ]);
  if (operation.method === 'GET') return [...inParameters, ...everywhere];
  const bodies: readonly unknown[] = placesIn(example).flatMap((place) =>
    oneOfEach.map((value) => replaced(example, place, value)),
  );
  const strangers = texts.map((text) => ({ ...asObject(example), [text]: text }));
  const noJson = [
    ...texts,
    `{"social_security_number": ${first}`,
    `{"a": "${token}`,
    `[${first},]`,
  ];
  return [
    ...inParameters,
    ...everywhere,
    ...[...bodies, ...strangers, [first], first].map((value) =>
      request({ body: JSON.stringify(value) }),
    ),
    ...noJson.map((text) => request({ body: text })),
  ];
}

type Place = readonly string[];

/** The paths of all texts and numbers. */
function placesIn(value: unknown): readonly Place[] {
  if (typeof value === 'string' || typeof value === 'number') return [[]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    placesIn(member).map((place) => [name, ...place]),
  );
}

function replaced(whole: unknown, [name, ...rest]: Place, value: unknown): unknown {
  if (name === undefined || typeof whole !== 'object' || whole === null) return value;
  const changed = Object.entries(whole).map(
    ([key, member]: [string, unknown]) =>
      [key, key === name ? replaced(member, rest, value) : member] as const,
  );
  return Array.isArray(whole) ? changed.map(([, item]) => item) : Object.fromEntries(changed);
}

function withKnownIds(value: unknown, knownIds: KnownIds, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withKnownIds(item, knownIds, name));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, withKnownIds(member, knownIds, key)]),
    );
  }
  return typeof value === 'string' ? (knownIds[name.replace(/s$/, '')] ?? value) : value;
}

function exampleBody({ body, examples }: Operation): unknown {
  return examples.find(({ schema }) => schema === body)?.value;
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

function pathWith(
  { path, parameters }: Operation,
  knownIds: KnownIds,
  planted: Readonly<Record<string, string>>,
): string {
  const valueOf = (name: string) => encodeURIComponent(planted[name] ?? knownIds[name] ?? 'none');
  const query = parameters
    .filter(({ in: place, name, required }) => place === 'query' && (required || name in planted))
    .map(({ name }) => `${name}=${valueOf(name)}`);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueOf(name));
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}
