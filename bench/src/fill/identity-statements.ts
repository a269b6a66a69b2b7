import { numbered, unsearchedHash } from './numbered.js';
import { dice, drawn } from './words.js';

/** `$1`: number of rows; `$2`: network; `$3`: hashes of the known identifiers. */
const index = (kind: string) => `case when n % greatest($1::bigint / cardinality($3::text[]), 1) = 0
    and n / greatest($1::bigint / cardinality($3::text[]), 1) <= cardinality($3::text[])
  then ($3::text[])[n / greatest($1::bigint / cardinality($3::text[]), 1)]
  else ${unsearchedHash(`'${kind} index ' || n`)} end`;

/** Length of a sealed identifier of nine digits. */
const sealed = (kind: string) =>
  `'v1.local.' || left(${unsearchedHash(`'${kind} sealed ' || n`)} || 'ABCDEFGHIJ', 50)`;

const phone = "'1617555' || lpad((n % 10000)::text, 4, '0')";

/** 60% of the surnames are from the list; the others are rare concatenated names. */
const surname = `case when ${dice(12, 5)} > 0 and ${dice(13, 4)} > 0 then common.word
  else start.word || middle.word || ending.word end`;

const SURNAME_WORDS = `
  ${drawn('last_name', 'common', 2)}
  ${drawn('name_start', 'start', 3)}
  ${drawn('name_middle', 'middle', 4)}
  ${drawn('name_end', 'ending', 5)}`;

/** Inserted in the order of creation, so that the table layout matches production. */
export const CONSUMERS = `
insert into consumer_identity (id, network_id, identifier, first_name, first_name_folded, last_name,
  last_name_folded, date_of_birth, emails, phone, ssn_sealed, ssn_index, ssn_last_four,
  match_hashes, stated_by, created_at, updated_at, revision)
select id, $2::uuid, 'consumer-' || right(id::text, 8), first_name, lower(first_name), last_name,
  lower(last_name), date '1940-01-01' + (${dice(21, 24_000)})::int,
  case when ${dice(22, 10)} > 0 then regexp_replace(lower(
    case ${dice(23, 3)} when 0 then first_name || '.' || last_name
      when 1 then left(first_name, 1) || last_name else first_name end), '[^a-z.]', '', 'g')
    || ${dice(24, 9_999)} || '@' || host end,
  ${phone}, ${sealed('ssn')}, ${index('ssn')}, lpad((n % 10000)::text, 4, '0'),
  array[${unsearchedHash("'birth date ' || n")}], id, at, at, 1
from (
  select n, at, id, first.word || case when ${dice(14, 20)} = 0 then ' ' || second.word else '' end
      as first_name,
    ${surname} as last_name, host.word as host
  from (${numbered('consumer')}) numbered
    ${drawn('first_name', 'first', 1)} ${drawn('first_name', 'second', 7)}
    ${SURNAME_WORDS} ${drawn('mail_host', 'host', 6)}
) person
order by n`;

/** The same for businesses; 40% have a trade name. */
export const BUSINESSES = `
insert into business_identity (id, network_id, identifier, legal_name, legal_name_folded, dba_name,
  dba_name_folded, emails, phone, website_url, entity_type, date_of_incorporation, ein_sealed,
  ein_index, ein_last_four, ein_match_hashes, stated_by, created_at, updated_at, revision)
select id, $2::uuid, 'business-' || right(id::text, 8), legal_name, lower(legal_name), dba_name,
  lower(dba_name),
  case when ${dice(22, 10)} > 2 then
    (array['info', 'office', 'hello', 'desk', 'sales', 'contact'])[1 + ${dice(23, 6)}] || '@'
    || domain || '.example' end,
  ${phone}, 'https://' || domain || '.example',
  (array['llc', 'corporation', 'partnership', 'sole_proprietorship'])[1 + ${dice(25, 4)}],
  date '1960-01-01' + (${dice(21, 23_000)})::int, ${sealed('ein')}, ${index('ein')},
  lpad((n % 10000)::text, 4, '0'), array[${unsearchedHash("'ein match ' || n")}], id, at, at, 1
from (
  select n, at, id, concat_ws(' ', head, second, trade, form) as legal_name,
    case when ${dice(15, 5)} < 2 then concat_ws(' ', place, trade) end as dba_name,
    regexp_replace(lower(head || '-' || trade), '[^a-z-]', '', 'g')
      || case when ${dice(16, 2)} = 0 then (${dice(24, 999)})::text else '' end as domain
  from (
    select n, at, id, place.word as place, trade.word as trade, form.word as form,
      case when ${dice(17, 5)} = 0 then place.word else ${surname} end as head,
      case ${dice(18, 8)} when 0 then '& ' || second.word when 1 then other.word end as second
    from (${numbered('business')}) numbered
      ${drawn('place', 'place', 1)} ${drawn('trade', 'trade', 6)} ${drawn('trade', 'other', 7)}
      ${drawn('legal_form', 'form', 8)} ${drawn('last_name', 'second', 9)}
      ${SURNAME_WORDS}
  ) words
) business
order by n`;

/** Adds one registration to each business of the network without a registration. */
export const REGISTRATIONS = `
insert into business_registration (registration_key, jurisdiction, network_id, business_id, position,
  identifier, match_hash)
select upper(right(i.id::text, 12)), 'US-DE', i.network_id, i.id, 0, upper(right(i.id::text, 12)),
  ${unsearchedHash("'registration ' || i.id")}
from business_identity i
where i.network_id = $1 and not exists (select from business_registration r where r.business_id = i.id)`;
