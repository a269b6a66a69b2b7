import type { PublicOperation } from '@ndx/api';
import type { DemoInstitution } from '@ndx/tools/network/demo-network';

type Values = Readonly<Record<string, string>>;

/** A request for the first page of a list, or for its count. */
export interface ListCase {
  readonly operation: PublicOperation;
  readonly reader: DemoInstitution;
  readonly path: string;
}

export type ListCases = Readonly<Record<string, ListCase>>;

/** @param place of the parameters of the path */
export function listCase(
  operation: PublicOperation,
  reader: DemoInstitution,
  query: Values = {},
  place: Values = {},
): ListCase {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => place[name] ?? '');
  return { operation, reader, path: `${path}?${new URLSearchParams(query).toString()}` };
}
