/**
 * Splits items, in order, into lists without a repeated key: one statement can change a row only once.
 */
export function splitByRepeatedKey<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): readonly (readonly T[])[] {
  const parts: T[][] = [];
  const earlier = new Map<string, number>();
  for (const item of items) {
    const key = keyOf(item);
    const nth = earlier.get(key) ?? 0;
    earlier.set(key, nth + 1);
    const part = parts[nth];
    if (part) part.push(item);
    else parts.push([item]);
  }
  return parts;
}
