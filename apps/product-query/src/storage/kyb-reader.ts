import type { ConsentState } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Candidate } from '../domain/candidate.js';
import type { QueryingPolicy } from '../domain/querying-policy.js';
import type { KnownSubject } from '../domain/subject.js';
import { ownJson } from './own-json.js';
import { policiesSql } from './policies-sql.js';
import { QueryPool } from './query-pool.js';

export interface KybLookup {
  readonly networkIds: readonly string[];
  readonly productId: string;
  readonly policyId: string | undefined;
  readonly consentId: string | undefined;
  readonly businessId: string | undefined;
  /** Empty: every furnisher. */
  readonly furnishingEntityIds: readonly string[];
}

/** All that one KYB query reads, in one statement. */
export interface KybFacts {
  readonly consent: ConsentState | undefined;
  /** The named business, wherever it is. */
  readonly business: KnownSubject | undefined;
  /** The named policy and the defaults of the listed networks. */
  readonly policies: readonly QueryingPolicy[];
  readonly candidates: readonly Candidate[];
}

/**
 * The first row carries the consent, the business and the policies as JSON; each further row is a
 * section. The subject's hashes, from the business or else the consent, find it in the listed
 * networks. Written so that every part is a look-up by key whatever the parameters are: the plan
 * is made once for each connection.
 */
const READ = `
with consent as materialized (
  select state, match_hashes from consent_copy where consent_id = $3::uuid
), business as materialized (
  select network_id, match_hashes from subject_copy
  where subject_id = $4::uuid and subject_type is distinct from 'consumer'
)
select (select state from consent),
       (select json_build_object('networkId', network_id, 'matchHashes', match_hashes)::text from business),
       ${policiesSql('product_id = $5::uuid')},
       null::text, null::text, null::float8, null::float8, null::text,
       null::text, null::text, null::float8
union all
select s.content, s.model, s.network_id::text, s.furnishing_entity_id::text, s.record_id::text,
       extract(epoch from s.performed_at)::float8 * 1000, extract(epoch from s.furnished_at)::float8 * 1000,
       (select a.attestation_id::text from attestation_copy a
         where a.entity_id = s.furnishing_entity_id and a.product_id = $5::uuid
           and a.revoked_at is null and a.expires_at > now()
         order by a.created_at desc, a.attestation_id desc limit 1),
       s.newest_content, s.newest_record_id::text, extract(epoch from s.newest_furnished_at)::float8 * 1000
from kyb_section s
where s.business_id = any(array(
    select m.subject_id from subject_match m
    where m.match_hash = any(coalesce((select match_hashes from business), (select match_hashes from consent)))
      and m.network_id = any($1::uuid[])))
  and ($6::uuid[] = '{}' or s.furnishing_entity_id = any($6::uuid[]))`;

type Head = [consent: string | null, business: string | null, policies: string | null];
type Section = [
  content: string,
  model: string,
  networkId: string,
  furnishingEntityId: string,
  recordId: string,
  performedAt: number,
  furnishedAt: number,
  attestationId: string | null,
  newestContent: string | null,
  newestRecordId: string | null,
  newestFurnishedAt: number | null,
];

@Injectable()
export class KybReader {
  constructor(private readonly pool: QueryPool) {}

  async read(lookup: KybLookup): Promise<KybFacts> {
    const [head, ...sections] = await this.pool.rows<unknown[]>('kyb-read', READ, [
      lookup.networkIds,
      lookup.policyId ?? null,
      // A consent id is any string (contract 4.5); one that is no uuid names no consent.
      isUUID(lookup.consentId) ? lookup.consentId : null,
      lookup.businessId ?? null,
      lookup.productId,
      lookup.furnishingEntityIds,
    ]);
    const [consent, business, policies] = head as Head;
    return {
      consent: ownJson(consent) as ConsentState | undefined,
      business: ownJson(business) as KnownSubject | undefined,
      policies: (ownJson(policies) ?? []) as QueryingPolicy[],
      candidates: sections.map((row) => toCandidate(row as Section)),
    };
  }
}

function toCandidate(row: Section): Candidate {
  const [
    text,
    model,
    networkId,
    furnishingEntityId,
    recordId,
    performedAt,
    furnishedAt,
    attestationId,
    newestText,
    newestRecordId,
    newestFurnishedAt,
  ] = row;
  return {
    text,
    model,
    networkId,
    furnishingEntityId,
    recordId,
    performedAt,
    furnishedAt,
    attestationId,
    newest:
      newestText === null || newestRecordId === null || newestFurnishedAt === null
        ? null
        : { text: newestText, recordId: newestRecordId, furnishedAt: newestFurnishedAt },
  };
}
