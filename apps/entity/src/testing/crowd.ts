import { fold } from '../domain/fold.js';
import type { EntityService } from './entity-service.js';

/** The size of the first network: as many consumers, and as many businesses. */
export const CROWD = 50_000;
/**
 * Other networks with the same names: as many networks, each with so many subjects of either kind.
 */
const OTHERS = { networks: 20, each: 500 };

const FIRST_NAMES =
  "Anna Ben Carla David Élodie Frank Grace Hans-Peter Ines Jo Karl Li Maria Nils Olga Paul Rosa Sam Tom Uwe Vera Wei Yann Zoë Björn D'Arcy Иван Σίσυφος İlkay Straßer".split(
    ' ',
  );
const ONSETS = 'Sm Br Gr M W Kl Str D H J P V L Fr Th B'.split(' ');
const VOWELS = 'i a o e u ei ou ü'.split(' ');
const CODAS = 'th ck ss ll n rt nd mm'.split(' ');
const ENDS = ['', 'er', 'son', 'mann', 'ez', 'ini', 's', '-Moss'];
const TRADES = 'Hardware Foods Logistics & Sons Textiles Media/Print Dental Marine Motors'.split(
  ' ',
);
const FORMS = 'LLC Inc. Co. GmbH L.P. Corp'.split(' ');

/**
 * Networks full of consumers and businesses; most are in the first. One subject in a thousand has
 * an additional, unique name, Qx.
 */
export async function settleCrowd(service: EntityService): Promise<readonly string[]> {
  const networks = await service.sql<{ id: string }>(
    `insert into network (id, name, created_at)
     select gen_random_uuid(), 'Network ' || n, now() from generate_series(0, $1) n returning id`,
    [OTHERS.networks],
  );
  const ids = networks.map(({ id }) => id);
  const lastNames = ONSETS.flatMap((onset) =>
    VOWELS.flatMap((vowel) =>
      CODAS.flatMap((coda) => ENDS.map((end) => onset + vowel + coda + end)),
    ),
  );
  await withoutIndexes(service, async () => {
    await settleConsumers(service, ids, lastNames);
    await settleBusinesses(service, ids, lastNames);
  });
  await service.sql('vacuum analyze consumer_identity');
  await service.sql('vacuum analyze business_identity');
  return ids;
}

/** A partial-match index is built faster over existing rows than row by row. */
async function withoutIndexes(service: EntityService, settle: () => Promise<void>): Promise<void> {
  const indexes = await service.sql<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename in ('consumer_identity', 'business_identity') and indexdef like '%text_grams%'`,
  );
  for (const { name } of indexes) await service.sql(`drop index ${name}`);
  await settle();
  for (const { definition } of indexes) await service.sql(definition);
}

/** The nth subject, its network and time, and one hash of it for each random choice. */
const NUMBERED = `
  select n, md5('subject ' || n)::uuid as id,
    ($1::uuid[])[case when n <= ${CROWD} then 1 else 2 + n % ${OTHERS.networks} end] as network_id,
    timestamptz '2025-01-01Z' + n * interval '1 second' as at,
    abs(hashint4(n)) as h1, abs(hashint4(n * 3 + 1)) as h2, abs(hashint4(n * 5 + 2)) as h3
  from generate_series(1, ${CROWD + OTHERS.networks * OTHERS.each}) n`;

const pick = (list: string, hash: string) => `(${list})[1 + ${hash} % cardinality(${list})]`;

/** The last names as a table to join: Postgres reads an array of texts from its start to find an element. */
const LAST_NAMES = `
  with last_names as (
    select ordinal - 1 as place, name, folded
    from unnest($2::text[], $3::text[]) with ordinality named (name, folded, ordinal))`;

const joinLastName = (alias: string, hash: string) =>
  `join last_names ${alias} on ${alias}.place = ${hash} % cardinality($2::text[])`;

async function settleConsumers(
  service: EntityService,
  networkIds: readonly string[],
  lastNames: readonly string[],
): Promise<void> {
  await service.sql(
    `${LAST_NAMES}
     insert into consumer_identity (id, network_id, identifier, first_name, first_name_folded,
       last_name, last_name_folded, date_of_birth, emails, ssn_sealed, ssn_index, ssn_last_four,
       match_hashes, stated_by, created_at, updated_at, revision)
     select id, network_id, 'consumer-' || n, ${pick('$4::text[]', 'h1')}, ${pick('$5::text[]', 'h1')},
       last.name || case when n % 1000 = 7 then ' Qx' else '' end,
       last.folded || case when n % 1000 = 7 then ' qx' else '' end,
       date '1940-01-01' + h3 % 25000,
       case when n % 10 > 0 then 'user' || n || '@' || ${pick("'{mail.example,bank.example,a_b.example}'::text[]", 'h3')} end,
       '', 'index ' || n, '', array['hash ' || n], id, at, at, 1
     from (${NUMBERED}) numbered ${joinLastName('last', 'h2')} order by n`,
    [networkIds, lastNames, lastNames.map(fold), FIRST_NAMES, FIRST_NAMES.map(fold)],
  );
}

async function settleBusinesses(
  service: EntityService,
  networkIds: readonly string[],
  lastNames: readonly string[],
): Promise<void> {
  await service.sql(
    `${LAST_NAMES}
     insert into business_identity (id, network_id, identifier, legal_name, legal_name_folded,
       dba_name, dba_name_folded, emails, ein_index, stated_by, created_at, updated_at, revision)
     select id, network_id, 'business-' || n, legal_name, lower(legal_name), dba_name, lower(dba_name),
       email, 'index ' || n, id, at, at, 1
     from (
       select numbered.*,
         concat_ws(' ', first.name, ${pick('$4::text[]', 'h3')},
           case when n % 1000 = 7 then 'Qx 100%' end, ${pick('$5::text[]', 'h1')}) as legal_name,
         case when n % 2 = 0 then second.name || '''s ' || n end as dba_name,
         case when n % 10 > 0 then 'desk' || n || '@' || ${pick("'{shop.example,trade.example}'::text[]", 'h1')} end as email
       from (${NUMBERED}) numbered ${joinLastName('first', 'h2')} ${joinLastName('second', 'h3')}) named order by n`,
    [networkIds, lastNames, lastNames.map(fold), TRADES, FORMS],
  );
}
