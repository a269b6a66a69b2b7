type Reader<Value> = (value: unknown) => Value | undefined;
type Readers = Readonly<Record<string, Reader<unknown>>>;

/** What an address has of a search: the members that are valid. */
export type SearchOf<R extends (search: never) => unknown> = ReturnType<R>;

type Found<R extends Readers> = { readonly [Name in keyof R]?: NonNullable<ReturnType<R[Name]>> };

/** Reads the search of a view from its address. A member that is not valid is left out. */
export function searchReader<R extends Readers>(readers: R) {
  return (search: Readonly<Record<string, unknown>>): Found<R> =>
    Object.fromEntries(
      Object.entries(readers).flatMap(([name, read]) => {
        const value = read(search[name]);
        return value === undefined ? [] : [[name, value]];
      }),
    ) as Found<R>;
}

/** The router reads a text of digits as a number; it is text again here. */
export function text(value: unknown): string | undefined {
  const found = typeof value === 'number' ? String(value) : value;
  return typeof found === 'string' && found !== '' ? found : undefined;
}

export function oneOf<const Value extends string>(values: readonly Value[]): Reader<Value> {
  return (value) => values.find((one) => one === value);
}

export function time(value: unknown): string | undefined {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

export function positive(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
}
