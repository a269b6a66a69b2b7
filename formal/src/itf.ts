/** A trace in the Informal Trace Format: one object per state, with tagged values. */
export interface ItfTrace {
  readonly states: readonly Readonly<Record<string, unknown>>[];
}

/** The states by the plain names of their variables; of a set its elements, of a map its entries. */
export function statesOf({ states }: ItfTrace): readonly object[] {
  return states.map((state) =>
    Object.fromEntries(
      Object.entries(state)
        .filter(([name]) => name !== '#meta')
        .map(([name, value]) => [name.split('::').at(-1) ?? name, plain(value)]),
    ),
  );
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if ('#bigint' in value) return Number(value['#bigint']);
  if ('#set' in value) return plain(value['#set']);
  if ('#map' in value) return plain(value['#map']);
  if ('#tup' in value) return plain(value['#tup']);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}
