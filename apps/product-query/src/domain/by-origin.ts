/** Groups items by the network and the furnisher of their data. */
export function byOrigin<T>(
  items: readonly T[],
  originOf: (item: T) => { readonly networkId: string; readonly furnishingEntityId: string },
): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const { networkId, furnishingEntityId } = originOf(item);
    const key = `${networkId} ${furnishingEntityId}`;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}
