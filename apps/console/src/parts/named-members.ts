import type { Row } from './export-file.js';

/** A member with the id, or the ids, of an object that has a name. */
const ID =
  /^(?:.+_)?(?:network|entity|account|subject|business|product)_ids?$|^(?!acknowledge_|decide_).+_by$/;

/** The members of an item, with a name beside each id. */
export function namedMembers(item: object, names: ReadonlyMap<string, string>): Row {
  const nameOf = (id: unknown) => (typeof id === 'string' ? names.get(id) : undefined) ?? null;
  return Object.fromEntries(
    Object.entries(item).flatMap(([member, value]: [string, unknown]) => {
      const name = nameMemberOf(member);
      const own = [member, named(value, names)] as const;
      if (name === undefined || name in item || isObject(value)) return [own];
      return [own, [name, Array.isArray(value) ? value.map(nameOf) : nameOf(value)] as const];
    }),
  );
}

function named(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => named(one, names));
  return isObject(value) ? namedMembers(value, names) : value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameMemberOf(member: string): string | undefined {
  if (!ID.test(member)) return undefined;
  if (member === 'product_id') return 'product';
  if (member.endsWith('_by')) return `${member}_name`;
  return member.replace(/_id(s?)$/, '_name$1');
}
