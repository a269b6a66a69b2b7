import type { CanarySet } from './canary.js';
import { cycle } from './cycle.js';
import type { RawRequest } from './exchange.js';
import type { Operation } from './interface-document.js';
import type { KnownIds } from './own-network.js';

/**
 * Every place of each operation in which a secret could be sent: each member of its example's body,
 * each parameter, an undeclared parameter, header or name, and a body that is not JSON. The forms of
 * the secrets take turns, so that each is in many places of every kind.
 */
export function plantedRequests(
  operations: readonly Operation[],
  knownIds: KnownIds,
  { ssn, shortSsn, ein, email }: CanarySet,
  token: string,
): readonly (readonly [Operation, readonly RawRequest[]])[] {
  const forms = [ssn, shortSsn, ein, email].flatMap((canary) => canary.forms);
  const text = cycle([token, `Bearer ${token}`, ...forms]);
  const value = cycle<unknown>([token, Number(shortSsn.digits), ...forms]);
  return operations.map((operation) => {
    const path = pathWith(operation, knownIds, {});
    const example = withKnownIds(exampleBody(operation), knownIds);
    const body = example === undefined ? undefined : JSON.stringify(example);
    const request = (part: Partial<RawRequest>): RawRequest => ({
      method: operation.method,
      ...{ path, headers: {}, body },
      ...part,
    });
    const inParameters = operation.parameters.map(({ name, in: place }) =>
      place === 'header'
        ? request({ headers: { [name]: text() } })
        : request({ path: pathWith(operation, knownIds, { [name]: text() }) }),
    );
    const undeclared = request({
      path: `${path}?${encodeURIComponent(text())}=${encodeURIComponent(text())}`,
      headers: { traceparent: text(), 'x-request-id': text(), tracestate: text() },
    });
    if (operation.method === 'GET') return [operation, [...inParameters, undeclared]];
    const planted = placesIn(example).map((place) => replaced(example, place, value()));
    const bodies = [...planted, { ...asObject(example), [text()]: text() }, [text()], text()];
    const noJson = [
      text(),
      `{"social_security_number": ${text()}`,
      `{"a": "${text()}`,
      `[${text()},]`,
    ];
    const texts = [...bodies.map((each) => JSON.stringify(each)), ...noJson];
    return [
      operation,
      [...inParameters, undeclared, ...texts.map((each) => request({ body: each }))],
    ];
  });
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
