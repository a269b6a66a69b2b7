type Search = Readonly<Record<string, unknown>>;

/** A name for the filters of a list. */
export interface SavedView {
  readonly name: string;
  /** The search of the address, with its network. */
  readonly search: Search;
}

/** The members of an address other than its network. */
export function filtersOf(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([name]) => name !== 'network'));
}

/** Whether two addresses have the same members, in any order. */
export function isSame(one: Search, other: Search): boolean {
  return inOrder(one) === inOrder(other);
}

/** The views with another one, which replaces the one of the same name, by name. */
export function withView(views: readonly SavedView[], added: SavedView): readonly SavedView[] {
  return [...views.filter(({ name }) => name !== added.name), added].sort((one, other) =>
    one.name.localeCompare(other.name),
  );
}

function inOrder(search: Search): string {
  return JSON.stringify(
    Object.entries(search)
      .filter(([, value]) => value !== undefined)
      .sort(([one], [other]) => one.localeCompare(other)),
  );
}
