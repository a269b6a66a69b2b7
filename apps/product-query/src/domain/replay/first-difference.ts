/** The first place in which two JSON values differ; a value is undefined where the other alone has it. */
export interface Difference {
  /** The members that lead to it, joined by points; empty for the value as a whole. */
  readonly path: string;
  readonly stored: unknown;
  readonly replayed: unknown;
}

/** Compares two JSON values, the members of objects in their order; undefined where they are equal. */
export function firstDifference(
  stored: unknown,
  replayed: unknown,
  path: readonly string[] = [],
): Difference | undefined {
  if (isParent(stored) && isParent(replayed) && Array.isArray(stored) === Array.isArray(replayed)) {
    return memberDifference(stored, replayed, path);
  }
  return stored === replayed ? undefined : { path: path.join('.'), stored, replayed };
}

type Parent = Readonly<Record<string, unknown>>;

function memberDifference(
  stored: Parent,
  replayed: Parent,
  path: readonly string[],
): Difference | undefined {
  const [names, others] = [Object.keys(stored), Object.keys(replayed)];
  for (let place = 0; place < Math.max(names.length, others.length); place += 1) {
    const name = names[place] ?? others[place] ?? '';
    const found = firstDifference(stored[name], replayed[name], [...path, name]);
    if (found) return found;
    const other = others[place];
    if (other === undefined || other === name) continue;
    // The members are equal, and stand in another order.
    return { path: [...path, name].join('.'), stored: name, replayed: other };
  }
  return undefined;
}

function isParent(value: unknown): value is Parent {
  return typeof value === 'object' && value !== null;
}
