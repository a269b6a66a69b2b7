import { isObject } from './types.js';

/** Stands for leaving a member out. */
export const ABSENT = Symbol('absent');

/**
 * A copy of the value with another member at the path; an index names an element of a list.
 * @throws Error when the path leads nowhere
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
