import { kybCertificate } from '@ndx/catalog';
import type { StatefulServiceName } from '@ndx/contracts';
import { demoBusiness } from '@ndx/tools/demo/demo-business';
import { DEMO_NETWORK, FIRST_BANK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { setTimeout as pause } from 'node:timers/promises';
import { BankClient } from '../bank-client.js';
import { inDatabase } from '../in-database.js';
import { numbered } from './numbered.js';

const NETWORK = { network_id: DEMO_NETWORK.id };
const PRODUCT = { product_id: kybCertificate.id };

/** More records than a business has in a submission. */
const MOST_RECORDS = 10_000;

/** The numbers of copies. */
export interface OwnItems {
  /** Consents, submissions and notices each. */
  readonly many: number;
  /** Records of one business, attestations, simulations, disputes and documents each. */
  readonly few: number;
}

/**
 * Creates one item of each list that an institution has of its own work, and copies it in the
 * database of its service, with ids and times of the past.
 * @param businessId of a furnished business, with queries
 */
export async function fillOwnLists(
  network: LocalNetwork,
  businessId: string,
  { many, few }: OwnItems,
): Promise<void> {
  await createItems(network);
  await repeat(network, 'consent', many, CONSENTS);
  await repeat(network, 'attestation', few, copiesOf('attestation', ['created_at', 'signed_at']));
  await repeat(network, 'furnishing', many, copiesOf('submission', ['submitted_at']));
  await repeat(network, 'furnishing', few, RECORDS, businessId);
  await repeat(network, 'furnishing', few, DISPUTES, QUERYING_BANK.entityId);
  await repeat(network, 'furnishing', few, DOCUMENTS);
  await repeat(network, 'product-query', few, copiesOf('simulation', ['created_at']));
  await repeat(network, 'product-query', many, NOTICES, QUERYING_BANK.entityId, PRODUCT.product_id);
}

/** A consent, an attestation and a simulation; a submission exists. */
async function createItems(network: LocalNetwork): Promise<void> {
  const querier = BankClient.connect(network, QUERYING_BANK, 1);
  await post(querier, '/v1/consent/business', {
    ...NETWORK,
    did_gather_consent_from_business_prior: true,
    business_consent_identity: demoBusiness('BENCH-0'),
  });
  await querier.close();
  const furnisher = BankClient.connect(network, FIRST_BANK, 1);
  const signed = { signed_by_name: 'Bench', signed_by_title: 'Compliance' };
  await post(furnisher, '/v1/institution-attestation', {
    ...{ ...PRODUCT, ...signed },
    attestation_data: {},
  });
  await furnisher.close();
  const governor = BankClient.connect(network, OPERATOR, 1);
  const policy = { ...NETWORK, ...PRODUCT, name: 'Bench' };
  const { id } = await post(governor, '/v1/networks/policies/querying', policy);
  const from = new Date(Date.now() - 1).toISOString();
  const started = { policy_id: id, from, model_selections: [] };
  const { simulation_id } = await post(governor, '/v1/simulations', started);
  for (let state = 'running'; state === 'running';) {
    await pause(100);
    const read = await governor.send('GET', `/v1/simulations/${String(simulation_id)}`);
    state = (JSON.parse(read) as { readonly state: string }).state;
  }
  await governor.close();
}

async function post(client: BankClient, path: string, body: object) {
  return JSON.parse(await client.send('POST', path, JSON.stringify(body))) as Readonly<
    Record<string, unknown>
  >;
}

interface Copies {
  readonly table: string;
  /** The number is its first parameter. */
  readonly statement: string;
}

async function repeat(
  network: LocalNetwork,
  service: StatefulServiceName,
  number: number,
  { table, statement }: Copies,
  ...parameters: readonly string[]
): Promise<void> {
  await inDatabase(network, service, async (database) => {
    await database.query('set synchronous_commit = off');
    await database.query(statement, [number, ...parameters]);
    await database.query(`vacuum analyze ${table}`);
  });
}

/** Copies of the last row of a table, which differ in the id, in times and in other members. */
function copiesOf(
  table: string,
  times: readonly string[],
  others: Readonly<Record<string, string>> = {},
): Copies {
  const key = table === 'simulation' ? 'simulation_id' : 'id';
  const changed = { ...Object.fromEntries(times.map((time) => [time, 'at'])), ...others };
  const members = Object.entries(changed)
    .map(([member, value]) => `, '${member}', ${value}`)
    .join('');
  const statement = `
    insert into ${table} select copy.*
    from (select original from ${table} original order by ${key} desc limit 1) last
      cross join (${numbered(table)}) numbered
      cross join lateral jsonb_populate_record(last.original,
        jsonb_build_object('${key}', id${members})) copy`;
  return { table, statement };
}

/** Of a year each; one in a thousand was revoked. */
const CONSENTS = copiesOf('consent', ['created_at'], {
  expires_at: `at + interval '1 year'`,
  revoked_at: `case when n % 1000 = 0 then at + interval '1 day' end`,
});

const RECORDS: Copies = {
  table: 'furnished_record',
  statement: `
    insert into furnished_record (id, submission_id, position, subject_type, subject_id,
      stated_business, models)
    select numbered.id, submission_id, position + n * ${MOST_RECORDS}, subject_type, subject_id,
      stated_business, models
    from (select * from furnished_record where subject_id = $2 limit 1) original
      cross join (${numbered('record')}) numbered`,
};

/** Open ones, of which all but the newest are overdue. */
const DISPUTES: Copies = {
  table: 'dispute',
  statement: `
    insert into dispute (id, network_id, record_id, furnishing_entity_id, disputing_entity_id,
      on_behalf_of_subject, model_name, reason, opened_at, acknowledge_by, decide_by, revision)
    select numbered.id, network_id, record_id, furnishing_entity_id, $2::uuid, false,
      'business_identity_verification', 'wrong_value', at, at + interval '7 days',
      at + interval '30 days', 1
    from (select r.id as record_id, network_id, furnishing_entity_id
        from furnished_record r join submission s on s.id = r.submission_id limit 1) original
      cross join (${numbered('dispute')}) numbered`,
};

const DOCUMENTS: Copies = {
  table: 'document',
  statement: `
    insert into document (id, network_id, furnishing_entity_id, bytes, sha256, media_type, state,
      scanned, received_bytes, created_at, referenced)
    select numbered.id, network_id, furnishing_entity_id, 1, md5(numbered.n::text) || md5('document'),
      'application/pdf', 'ready', false, 1, at, true
    from (select network_id, furnishing_entity_id from submission limit 1) original
      cross join (${numbered('document')}) numbered`,
};

/** About answered queries, one after the other. */
const NOTICES: Copies = {
  table: 'notice',
  statement: `
    insert into notice
    select numbered.id, $2::uuid, query_event_id, null, network_ids, $3::uuid, subject_id, 'changed',
      array['business_identity_verification'], at, at, null
    from (select *, row_number() over () as n from (
        select query_event_id, network_ids, subject_id from query_event
        where querying_entity_id = $2::uuid and outcome = 'issued' limit $1) answered) answer
      join (${numbered('notice')}) numbered using (n)`,
};
