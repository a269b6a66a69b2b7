import { isObject } from './types.js';

/** Removes a member. */
export const ABSENT = Symbol('absent');

/**
 * A copy of the value with another member at the path; an index selects an element of a list.
 * @throws Error for an invalid path
 */
export function withMember(value: unknown, path: readonly string[], member: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return member;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      String(index) === name ? withMember(item, rest, member) : item,
    );
  }
  if (!isObject(value)) throw new Error(`there is no ${name} in ${JSON.stringify(value)}`);
  const changed = withMember(value[name], rest, member);
  const others = Object.entries(value).filter(([other]) => other !== name);
  return Object.fromEntries(changed === ABSENT ? others : [...others, [name, changed]]);
}
