import { kybCertificate } from '@ndx/catalog';
import type { ConsentState } from '@ndx/contracts';
import { ReadModelConfirmation } from '@ndx/replication';
import type { CallerState } from '@ndx/service';
import { arrayText, batcher, columnsOf } from '@ndx/postgres';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Candidate } from '../domain/candidate.js';
import type { KybAccessFacts } from '../domain/certificate/kyb-access.js';
import type { QueryingPolicy } from '../domain/policy/querying-policy.js';
import type { KnownSubject } from '../domain/subject.js';
import {
  candidateOf,
  NO_STATEMENT,
  STATEMENT_COLUMNS,
  type StatementRow,
} from './candidate-row.js';
import { ownJson } from './own-json.js';
import { policiesSql } from './policies-sql.js';
import { querierStateSql } from './querier-state-sql.js';
import { QueryPool } from './query-pool.js';
import { READ_AT, type ReadAt } from './read-at.js';

export interface KybLookup {
  readonly networkIds: readonly string[];
  readonly productId: string;
  readonly policyId: string | undefined;
  readonly consentId: string | undefined;
  readonly businessId: string | undefined;
  /** The querying institution, whose consents are read, and its account. */
  readonly entityId: string;
  readonly accountId: string;
  /** How far the institution's clock is ahead, for the validity of attestations. */
  readonly clockOffsetSeconds: number | undefined;
}

/** All inputs of a KYB query, read in one statement. */
export interface KybFacts extends ReadAt, KybAccessFacts {
  readonly caller: CallerState;
  readonly candidates: readonly Candidate[];
}

const POLICIES = policiesSql({
  policyId: 'subject.named_policy',
  networkIds: 'subject.networks',
  ofProduct: 'product_id = subject.product',
});

const CALLER = querierStateSql({
  accountId: 'subject.account::uuid',
  entityId: 'subject.entity',
  networkIds: 'subject.networks',
});

/**
 * For each query, by index: one row with the consent, the business and the policies as JSON, and
 * one row for each section. When a query names no consent, the statement reads its institution's
 * consents of the business (consent_copy_by_subject). The subject's hashes, from the business or
 * else the consent, find it in the requested networks. Every part is a look-up by key whatever the
 * parameters are, because the plan is made once for each connection; `offset` prevents a join that
 * a plan made for small tables would begin with every statement.
 */
export const KYB_READ = `
with subject as materialized (
  select place, networks::uuid[], product::uuid, policy::uuid as named_policy,
         consent.state as consent, business.subject_id, business.network_id,
         coalesce(business.match_hashes, consent.match_hashes) as match_hashes,
         query.consent_id is null as names_no_consent, entity, account,
         coalesce(now() + clock_offset::int * interval '1 second', now()) as own_time
  from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
    with ordinality as query (networks, product, policy, consent_id, business_id, entity, account, clock_offset, place)
  left join consent_copy consent on consent.consent_id = query.consent_id::uuid
  left join subject_copy business
    on business.subject_id = query.business_id::uuid and business.subject_type is distinct from 'consumer'
)
select place::int, consent,
       case when subject_id is not null
         then json_build_object('networkId', network_id, 'matchHashes', match_hashes)::text end as business,
       ${POLICIES} as policies, ${READ_AT}, ${CALLER} as caller,
       case when names_no_consent then
         (select json_agg(c.state::json)::text from consent_copy c
           where c.match_hashes && subject.match_hashes and c.state::json ->> 'entity_id' = subject.entity)
       end as recorded,
       null::text as attestation_id, ${NO_STATEMENT}
from subject
union all
select place::int, null, null, null, null, null, null, null,
       (select a.attestation_id::text from attestation_copy a
         where a.entity_id = s.furnishing_entity_id and a.product_id = subject.product
           and a.revoked_at is null and a.expires_at > subject.own_time
         order by a.created_at desc, a.attestation_id desc limit 1),
       ${STATEMENT_COLUMNS}
from subject
cross join lateral (
  select distinct m.subject_id from subject_match m
  where m.match_hash = any(subject.match_hashes) and m.network_id = any(subject.networks)) same
cross join lateral (
  select * from statement
  where subject_id = same.subject_id and dataset = '${kybCertificate.slug}' offset 0) s`;

type Section = StatementRow & { readonly place: number; readonly attestation_id: string | null };

type Head = ReadAt & {
  readonly place: number;
  readonly model: null;
  readonly consent: string | null;
  readonly business: string | null;
  readonly policies: string | null;
  readonly recorded: string | null;
  readonly caller: string;
};

@Injectable()
export class KybReader {
  private readonly batches = batcher((lookups: readonly KybLookup[]) => this.readTogether(lookups));

  constructor(
    private readonly pool: QueryPool,
    private readonly confirmation: ReadModelConfirmation,
  ) {}

  /** @throws OPERATION_FAILED when the read models are not confirmed in time */
  read(lookup: KybLookup): Promise<KybFacts> {
    return this.confirmation.read(() => this.batches.call(lookup));
  }

  private async readTogether(lookups: readonly KybLookup[]): Promise<KybFacts[]> {
    const values = columnsOf(lookups.map(parametersOf));
    const rows = await this.pool.rows<Head | Section>('kyb-read', KYB_READ, values);
    const heads: Head[] = [];
    const candidates: Candidate[][] = lookups.map(() => []);
    for (const row of rows) {
      // Indexes start at one.
      const index = row.place - 1;
      if (row.model === null) heads[index] = row;
      else candidates[index]?.push(candidateOf(row, row.attestation_id));
    }
    return heads.map(
      ({ consent, business, policies, recorded, caller, now, incarnation }, index) => ({
        now,
        incarnation,
        caller: ownJson(caller) as CallerState,
        consent: ownJson(consent) as ConsentState | undefined,
        recorded: (ownJson(recorded) ?? []) as ConsentState[],
        business: ownJson(business) as KnownSubject | undefined,
        policies: (ownJson(policies) ?? []) as QueryingPolicy[],
        candidates: candidates[index] ?? [],
      }),
    );
  }
}

function parametersOf(lookup: KybLookup): (string | null)[] {
  return [
    arrayText(lookup.networkIds),
    lookup.productId,
    lookup.policyId ?? null,
    // A consent id is any string (contract 4.5); a string that is not a uuid names no consent.
    isUUID(lookup.consentId) ? (lookup.consentId ?? null) : null,
    lookup.businessId ?? null,
    lookup.entityId,
    lookup.accountId,
    lookup.clockOffsetSeconds?.toString() ?? null,
  ];
}
