/** The description of a subject by one institution. */
export interface Statement<Description extends object> {
  readonly entityId: string;
  readonly said: Description;
}

/** The descriptions of a subject by institution: none changes another institution's (design 5). */
export interface Statements<Description extends object> {
  readonly first: Statement<Description>;
  /** Statements of the other institutions, in the order in which they first made one. */
  readonly others: readonly Statement<Description>[];
}

/**
 * Adds a statement, or its members to the institution's own; returns the same object when nothing
 * changes.
 */
export function restate<D extends object>(
  statements: Statements<D>,
  statement: Statement<D>,
): Statements<D> {
  const { first, others } = statements;
  const own = inOrder(statements).find(({ entityId }) => entityId === statement.entityId);
  if (!own) return { first, others: [...others, statement] };
  const said = overlay(statement.said, own.said);
  if (isSame(said, own.said)) return statements;
  const replaced = (one: Statement<D>) => (one === own ? { ...own, said } : one);
  return { first: replaced(first), others: others.map(replaced) };
}

/** Adds the statements of institutions without a statement here. */
export function joinStatements<D extends object>(
  statements: Statements<D>,
  added: Statements<D>,
): Statements<D> {
  const known = new Set(inOrder(statements).map(({ entityId }) => entityId));
  const further = inOrder(added).filter(({ entityId }) => !known.has(entityId));
  return { first: statements.first, others: [...statements.others, ...further] };
}

/** Returns for each member the institution's own value, otherwise the first stated one. */
export function descriptionFor<D extends object>(statements: Statements<D>, entityId?: string): D {
  const all = inOrder(statements);
  const own = all.filter((one) => entityId !== undefined && one.entityId === entityId);
  const [first = statements.first, ...rest] = [...own, ...all];
  return rest.reduce((described, { said }) => overlay(described, said), first.said);
}

/** What one institution stated; undefined for nothing. */
export function saidBy<D extends object>(
  statements: Statements<D>,
  entityId: string,
): D | undefined {
  return inOrder(statements).find((one) => one.entityId === entityId)?.said;
}

/** Every value that a member has in a statement, without duplicates. */
export function everySaid<D extends object>(
  statements: Statements<D>,
  member: (said: D) => string | null,
): string[] {
  const values = inOrder(statements).flatMap(({ said }) => member(said) ?? []);
  return [...new Set(values)];
}

export function inOrder<D extends object>({ first, others }: Statements<D>): Statement<D>[] {
  return [first, ...others];
}

/** The first description, completed by the second. */
function overlay<D extends object>(said: D, other: D): D {
  const stated = Object.entries(said).filter(([, value]) => value !== null);
  return { ...other, ...Object.fromEntries(stated) };
}

function isSame<D extends object>(one: D, other: D): boolean {
  const values = new Map(Object.entries(other));
  return Object.entries(one).every(([name, value]) => values.get(name) === value);
}
