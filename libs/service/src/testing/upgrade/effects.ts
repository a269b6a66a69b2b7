import type { Catalogue, CatalogueColumn } from './catalogue.js';
import type { Blocked } from './ddl-watch.js';

/**
 * The effects of a migration on existing tables: incompatibilities with the previous version of the
 * code, and blocking.
 */
export interface Effects {
  readonly breaks: readonly string[];
  readonly blocks: readonly string[];
}

/** Compares existing objects; new ones affect nobody yet. */
export function effectsBetween(
  before: Catalogue,
  after: Catalogue,
  noted: readonly Blocked[],
): Effects {
  return {
    breaks: [
      ...columnsBroken(before, after),
      ...constraintsAdded(before, after),
      ...uniqueIndexesAdded(before, after),
      ...gone(before.indexes, after.indexes, 'index', (index) => index.definition),
      ...gone(before.constraints, after.constraints, 'constraint', ({ definition }) => definition),
      ...gone(before.routines, after.routines, '', (text) => text),
    ],
    blocks: [
      ...noted.filter(({ table }) => table in before.tables).map((b) => `${b.table} ${b.what}`),
      ...scans(before, after),
    ],
  };
}

function columnsBroken(before: Catalogue, after: Catalogue): string[] {
  return Object.entries(before.tables).flatMap(([table, columns]) => {
    const now = after.tables[table];
    if (!now) return [`table ${table} is gone`];
    const changed = Object.entries(columns).flatMap(([name, column]) =>
      columnBroken(`column ${table}.${name}`, column, now[name]),
    );
    const demanded = Object.entries(now)
      .filter(([name, { notNull, filled }]) => !(name in columns) && notNull && !filled)
      .map(([name]) => `column ${table}.${name} is new, not null, and has no default`);
    return [...changed, ...demanded];
  });
}

function columnBroken(
  name: string,
  was: CatalogueColumn,
  is: CatalogueColumn | undefined,
): string[] {
  if (!is) return [`${name} is gone`];
  return [
    ...(is.type === was.type ? [] : [`${name} was ${was.type} and is ${is.type}`]),
    ...(is.notNull && !was.notNull ? [`${name} takes no null any more`] : []),
    ...(was.filled && !is.filled ? [`${name} has no default any more`] : []),
    ...(is.generated && !was.generated ? [`${name} cannot be written any more`] : []),
  ];
}

/** A new column is null in rows that the previous version writes. */
function isOld(before: Catalogue, table: string, column: string): boolean {
  return before.tables[table]?.[column] !== undefined;
}

function constraintsAdded(before: Catalogue, after: Catalogue): string[] {
  return Object.entries(after.constraints)
    .filter(([name]) => !(name in before.constraints))
    .filter(([, { table, kind, columns }]) => {
      const old = columns.filter((column) => isOld(before, table, column));
      const bites =
        kind === 'check' || kind === 'foreign key' ? old.length > 0 : old.length === columns.length;
      return table in before.tables && bites;
    })
    .map(([name, { definition }]) => `constraint ${name} may refuse what it writes: ${definition}`);
}

function uniqueIndexesAdded(before: Catalogue, after: Catalogue): string[] {
  return Object.entries(after.indexes)
    .filter(([name]) => !(name in before.indexes))
    .filter(([name, { table }]) => !(`${name} of ${table}` in after.constraints))
    .filter(
      ([, { table, unique, columns }]) =>
        unique && table in before.tables && columns.every((each) => isOld(before, table, each)),
    )
    .map(
      ([name, { definition }]) => `unique index ${name} may refuse what it writes: ${definition}`,
    );
}

/** Objects that the migration removes or changes, by name. */
function gone<Thing>(
  before: Readonly<Record<string, Thing>>,
  after: Readonly<Record<string, Thing>>,
  kind: string,
  textOf: (thing: Thing) => string,
): string[] {
  return Object.entries(before).flatMap(([name, was]) => {
    const is = after[name];
    const title = `${kind} ${name}`.trim();
    if (is === undefined) return [`${title} is gone`];
    return textOf(is) === textOf(was) ? [] : [`${title} is another`];
  });
}

/** Operations that scan a whole table while writes are blocked. */
function scans(before: Catalogue, after: Catalogue): string[] {
  const constraints = Object.entries(after.constraints)
    .filter(([name, { table }]) => !(name in before.constraints) && table in before.tables)
    .filter(([, { validated, kind, table, columns }]) => {
      const isNew = kind === 'foreign key' && !columns.some((each) => isOld(before, table, each));
      return validated && !isNew;
    })
    .map(([name, { table }]) => `${table} is read as a whole to validate ${name} at once`);
  const notNulls = Object.entries(before.tables).flatMap(([table, columns]) =>
    Object.entries(columns)
      .filter(([name, { notNull, checked }]) => {
        const is = after.tables[table]?.[name];
        return is?.notNull === true && is.checked && !notNull && !checked;
      })
      .map(([name]) => `${table} is read as a whole to see that ${name} is never null`),
  );
  return [...constraints, ...notNulls];
}
