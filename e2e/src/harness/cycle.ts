/** Returns the values in turn, from the first one again after the last. */
export function cycle<Value>(values: readonly Value[]): () => Value {
  let taken = 0;
  return () => {
    const [value] = values.slice(taken % values.length);
    taken += 1;
    if (value === undefined) throw new Error('there are no values');
    return value;
  };
}
