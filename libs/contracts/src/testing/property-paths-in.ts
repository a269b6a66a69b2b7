/** The names of all properties that a JSON schema declares, at any depth, as dotted paths. */
export function propertyPathsIn(schema: unknown, at: readonly string[] = []): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]: [string, unknown]) =>
    keyword === 'properties'
      ? Object.entries(value as object).flatMap(([name, inner]: [string, unknown]) => {
          const path = [...at, name];
          return [path.join('.'), ...propertyPathsIn(inner, path)];
        })
      : propertyPathsIn(value, at),
  );
}
