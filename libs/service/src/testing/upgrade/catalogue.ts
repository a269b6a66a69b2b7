import type pg from 'pg';

export interface CatalogueColumn {
  readonly type: string;
  readonly notNull: boolean;
  /** Whether the column is not null. */
  readonly checked: boolean;
  /** Whether the column has a default. */
  readonly filled: boolean;
  readonly generated: boolean;
}

export interface CatalogueConstraint {
  readonly table: string;
  readonly kind: 'check' | 'foreign key' | 'unique' | 'primary key' | 'exclusion';
  readonly definition: string;
  readonly columns: readonly string[];
  readonly validated: boolean;
}

export interface CatalogueIndex {
  readonly table: string;
  readonly definition: string;
  readonly unique: boolean;
  readonly columns: readonly string[];
}

/** The schema objects of a database, by name. */
export interface Catalogue {
  readonly tables: Readonly<Record<string, Readonly<Record<string, CatalogueColumn>>>>;
  readonly constraints: Readonly<Record<string, CatalogueConstraint>>;
  readonly indexes: Readonly<Record<string, CatalogueIndex>>;
  /** Triggers by table and name, functions by signature, with their texts. */
  readonly routines: Readonly<Record<string, string>>;
}

/** The schema objects in Postgres' catalogue. */
export async function catalogueOf(client: pg.Client): Promise<Catalogue> {
  const { rows } = await client.query<{ catalogue: Catalogue }>(CATALOGUE);
  const [row] = rows;
  if (!row) throw new Error('the catalogue cannot be read');
  return row.catalogue;
}

/** The migrations' own tables are excluded: services do not use them. */
const CATALOGUE = `
with own as (
  select oid, relname from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
    and relname not in ('migrations', 'typeorm_metadata')
), columns as (
  select own.relname, jsonb_object_agg(attname, jsonb_build_object(
    'type', format_type(atttypid, atttypmod),
    'notNull', attnotnull,
    'checked', exists (select from pg_constraint
      where conrelid = own.oid and convalidated and conkey = array[attnum]
        and (contype in ('n', 'p')
          or contype = 'c' and pg_get_expr(conbin, conrelid) = format('(%I IS NOT NULL)', attname))),
    'filled', atthasdef or attidentity <> '',
    'generated', attgenerated <> '')) filter (where attname is not null) as columns
  from own left join pg_attribute on attrelid = own.oid and attnum > 0 and not attisdropped
  group by own.relname
), constraints as (
  select conname || ' of ' || own.relname as name, jsonb_build_object(
    'table', own.relname,
    'kind', case contype when 'c' then 'check' when 'f' then 'foreign key' when 'u' then 'unique'
      when 'p' then 'primary key' else 'exclusion' end,
    'definition', replace(pg_get_constraintdef(c.oid), ' NOT VALID', ''),
    'columns', (select coalesce(jsonb_agg(attname), '[]') from pg_attribute
      where attrelid = conrelid and attnum = any(conkey)),
    'validated', convalidated) as value
  from pg_constraint c join own on conrelid = own.oid where contype in ('c', 'f', 'u', 'p', 'x')
), indexes as (
  select index.relname as name, jsonb_build_object(
    'table', own.relname,
    'definition', pg_get_indexdef(indexrelid),
    'unique', indisunique,
    'columns', (select coalesce(jsonb_agg(attname), '[]') from pg_attribute
      where attrelid = indrelid and attnum = any(indkey::int2[]))) as value
  from pg_index join own on indrelid = own.oid join pg_class index on index.oid = indexrelid
  where indisvalid
), routines as (
  select format('trigger %s on %s', tgname, own.relname) as name, pg_get_triggerdef(t.oid) as value
  from pg_trigger t join own on tgrelid = own.oid where not tgisinternal
  union all
  select 'function ' || oid::regprocedure, pg_get_functiondef(oid) from pg_proc
  where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
    and not exists (select from pg_depend
      where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
)
select jsonb_build_object(
  'tables', (select coalesce(jsonb_object_agg(relname, coalesce(columns, '{}')), '{}') from columns),
  'constraints', (select coalesce(jsonb_object_agg(name, value), '{}') from constraints),
  'indexes', (select coalesce(jsonb_object_agg(name, value), '{}') from indexes),
  'routines', (select coalesce(jsonb_object_agg(name, value), '{}') from routines)
) as catalogue`;
