import { randomUUID } from 'node:crypto';
import type { KnownIds } from './arbitrary-values.js';
import type { InterfaceDocument, Operation } from './interface-document.js';

/** A valid request. */
export interface ValidRequest {
  readonly operation: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; undefined for none. */
  readonly body: string | undefined;
}

const KEY_HEADER = 'Idempotency-Key';

/**
 * The operations that the document declares idempotent; operations that end something come last.
 */
export function keyedOperations(document: InterfaceDocument): readonly Operation[] {
  const isEnd = ({ path }: Operation) => path.endsWith('/revoke');
  return document.operations
    .filter(({ parameters }) => parameters.some(({ name }) => name === KEY_HEADER))
    .sort((a, b) => Number(isEnd(a)) - Number(isEnd(b)));
}

/** The document's own example of a request, with existing ids. */
export function exampleRequest(operation: Operation, known: KnownIds): ValidRequest {
  const { method, path, parameters, body, examples } = operation;
  const example = body && examples.find(({ schema }) => schema === body)?.value;
  const named = parameters.filter(({ name, in: place }) => place === 'header' && name in known);
  return {
    operation: `${method} ${path}`,
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? name),
    headers: Object.fromEntries(named.map(({ name }) => [name, known[name] ?? ''])),
    body: body && JSON.stringify(about(example, known, idOfNew(path))),
  };
}

/** The member that chooses the id of a new resource; without it the system generates one. */
function idOfNew(path: string): string | undefined {
  return { networks: 'network_id', institutions: 'entity_id', accounts: 'account_id' }[
    path.split('/').at(-1) ?? ''
  ];
}

/** Values that another request may have taken. */
const UNIQUE = new Set(['name', 'org_id', 'subject']);

function about(value: unknown, known: KnownIds, leftOut: string | undefined, name = ''): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => about(item, known, leftOut, name.replace(/_ids$/, '_id')));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, member]) =>
        key === leftOut ? [] : [[key, about(member, known, leftOut, key)]],
      ),
    );
  }
  if (UNIQUE.has(name)) return `${name} ${randomUUID()}`;
  return known[name] ?? value;
}
