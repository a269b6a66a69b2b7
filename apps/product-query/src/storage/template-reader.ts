import { everyReadOf, partsOf, type Template } from '@ndx/catalog';
import type { ConsentState } from '@ndx/contracts';
import { ReadModelConfirmation } from '@ndx/replication';
import type { CallerState } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { AttestationOf } from '../domain/template/field-rules.js';
import type { QueryingPolicy } from '../domain/policy/querying-policy.js';
import type { KnownSubject } from '../domain/subject.js';
import type { LocatedSubject } from '../domain/consent/binding-consent.js';
import { LARGE_BYTES, type TemplateValue } from '../domain/template/template-value.js';
import { ownJson } from './own-json.js';
import { policiesSql } from './policies-sql.js';
import { querierStateSql } from './querier-state-sql.js';
import { QueryPool } from './query-pool.js';
import { READ_AT, type ReadAt } from './read-at.js';

export interface TemplateLookup {
  readonly networkIds: readonly string[];
  readonly policyId?: string | undefined;
  readonly consentId?: string | undefined;
  readonly subjectId?: string | undefined;
  /** The subject's identifiers when no id is given, in order of precedence. */
  readonly matchHashes?: readonly string[] | undefined;
  readonly template: Template;
  /** The querying institution, whose consents are read, and its account. */
  readonly entityId: string;
  readonly accountId: string;
  /** How far the institution's clock is ahead, for the validity of attestations. */
  readonly clockOffsetSeconds: number | undefined;
  /** Empty: every furnisher. */
  readonly furnishingEntityIds: readonly string[];
}

/** The inputs of a template query or check, read in one statement. */
export interface TemplateFacts extends ReadAt {
  readonly caller: CallerState;
  /** The named consent. */
  readonly consent: ConsentState | undefined;
  /** The subject with the given id, if a requested network has it. */
  readonly named: KnownSubject | undefined;
  /** The named policy, and the requested networks' defaults for the template and its data sets. */
  readonly policies: readonly QueryingPolicy[];
  /** The subject in each requested network that has it. */
  readonly subjects: readonly LocatedSubject[];
  /** The institution's consents of these subjects, or of the hashes. */
  readonly recorded: readonly ConsentState[];
  /** The current active attestations of the values' furnishers for the templates. */
  readonly attestationOf: AttestationOf;
  /** The legal name of the subject in the network of a value. */
  readonly legalNameOf: (value: TemplateValue) => string | null;
  readonly values: readonly TemplateValue[];
}

const POLICIES = policiesSql({
  policyId: '$2::uuid',
  networkIds: '$1::uuid[]',
  ofProduct: 'product_id = any($5::uuid[])',
});

const CALLER = querierStateSql({
  accountId: '$13::uuid',
  entityId: '$10::text',
  networkIds: '$1::uuid[]',
});

/**
 * The first row has everything but the values as JSON; each further row is a value. The subject's
 * hashes find it in the requested networks; in each network the first hash with a match decides.
 * Like the KYB statement, every part is a look-up by key whatever the parameters are: primary
 * keys, consent_copy_by_subject, attestation_copy_current. `offset` and `limit` prevent joins that
 * a plan made for small tables would scan for.
 */
const READ = `
with consent as materialized (
  select state, match_hashes from consent_copy where consent_id = $3::uuid
), named as materialized (
  select network_id, match_hashes from subject_copy
  where subject_id = $4::uuid and network_id = any($1::uuid[]) and coalesce(subject_type, $11::text) = $11::text
), given (hashes) as materialized (
  select coalesce($7::text[], (select match_hashes from named), (select match_hashes from consent))
), subject as materialized (
  select found.network_id, found.subject_id, c.match_hashes, c.legal_name
  from (select distinct on (m.network_id) m.network_id, m.subject_id
        from unnest((select hashes from given)) with ordinality as key (match_hash, place)
        cross join lateral (select network_id, subject_id from subject_match
          where match_hash = key.match_hash and network_id = any($1::uuid[]) offset 0) m
        order by m.network_id, key.place, m.subject_id) found
  left join lateral (select match_hashes, legal_name from subject_copy
    where subject_id = found.subject_id offset 0) c on true
), value as materialized (
  select v.subject_id, v.dataset, v.field, v.network_id, v.furnishing_entity_id, v.record_id, v.furnished_at,
         octet_length(v.value) > ${LARGE_BYTES} as is_large,
         case when octet_length(v.value) <= ${LARGE_BYTES} then v.value end as value
  from template_value v
  where v.subject_id = any(array(select subject_id from subject))
    and v.dataset = any($8::text[]) and v.field = any($9::text[])
    and ($6::uuid[] = '{}' or v.furnishing_entity_id = any($6::uuid[]))
)
select ${READ_AT}, ${CALLER} as caller, (select state from consent) as consent,
       (select json_build_object('networkId', network_id, 'matchHashes', match_hashes)::text from named) as named,
       ${POLICIES} as policies,
       (select json_agg(json_build_object('networkId', network_id, 'subjectId', subject_id,
          'matchHashes', match_hashes, 'legalName', legal_name))::text from subject) as subjects,
       (select json_agg(c.state::json)::text
        from consent_copy c
        where c.match_hashes && array(
          select unnest(hashes) from given union select unnest(match_hashes) from subject)
          and c.state::json ->> 'entity_id' = $10::text) as recorded,
       (select json_agg(json_build_array(t.template_id, f.furnishing_entity_id, current.attestation_id))::text
        from (select distinct furnishing_entity_id from value) f
        cross join unnest($5::uuid[]) t (template_id)
        cross join lateral (select a.attestation_id from attestation_copy a
          where a.entity_id = f.furnishing_entity_id and a.product_id = t.template_id
            and a.revoked_at is null and a.expires_at > now() + $12::int * interval '1 second'
          order by a.created_at desc, a.attestation_id desc limit 1) current) as attested,
       null::text as value, null::text as dataset, null::text as field, null::text as network_id,
       null::text as furnishing_entity_id, null::text as record_id, null::float8 as furnished_at,
       null::text as subject_id, null::boolean as is_large
union all
select null, null, null, null, null, null, null, null, null,
       value, dataset, field, network_id::text, furnishing_entity_id::text, record_id::text,
       extract(epoch from furnished_at)::float8 * 1000, subject_id::text, is_large
from value`;

type Head = ReadAt & {
  readonly caller: string;
  readonly consent: string | null;
  readonly named: string | null;
  readonly policies: string | null;
  readonly subjects: string | null;
  readonly recorded: string | null;
  readonly attested: string | null;
};

type Value = {
  readonly value: string | null;
  readonly dataset: string;
  readonly field: string;
  readonly network_id: string;
  readonly furnishing_entity_id: string;
  readonly record_id: string;
  /** Milliseconds since the epoch. */
  readonly furnished_at: number;
  readonly subject_id: string;
  readonly is_large: boolean;
};

@Injectable()
export class TemplateReader {
  constructor(
    private readonly pool: QueryPool,
    private readonly confirmation: ReadModelConfirmation,
  ) {}

  /** @throws OPERATION_FAILED when the read models are not confirmed in time */
  read(lookup: TemplateLookup): Promise<TemplateFacts> {
    return this.confirmation.read(() => this.readOnce(lookup));
  }

  private async readOnce(lookup: TemplateLookup): Promise<TemplateFacts> {
    const { template } = lookup;
    const reads = everyReadOf(template);
    const [head, ...values] = await this.pool.rows('template-read', READ, [
      lookup.networkIds,
      lookup.policyId ?? null,
      // A consent id is any string (contract 4.5); a string that is not a uuid names no consent.
      isUUID(lookup.consentId) ? lookup.consentId : null,
      lookup.subjectId ?? null,
      [template, ...partsOf(template)].map(({ id }) => id),
      lookup.furnishingEntityIds,
      lookup.matchHashes ?? null,
      [...new Set(reads.map(({ dataset }) => dataset))],
      [...new Set(reads.map(({ field }) => field))],
      lookup.entityId,
      template.subject,
      lookup.clockOffsetSeconds ?? 0,
      lookup.accountId,
    ]);
    const { consent, named, policies, subjects: located, recorded, attested, ...at } = head as Head;
    const subjects = (ownJson(located) ?? []) as LocatedSubject[];
    const names = new Map(subjects.map(({ subjectId, legalName }) => [subjectId, legalName]));
    return {
      now: at.now,
      incarnation: at.incarnation,
      caller: ownJson(at.caller) as CallerState,
      consent: ownJson(consent) as ConsentState | undefined,
      named: ownJson(named) as KnownSubject | undefined,
      policies: (ownJson(policies) ?? []) as QueryingPolicy[],
      subjects,
      recorded: (ownJson(recorded) ?? []) as ConsentState[],
      attestationOf: attestationsIn((ownJson(attested) ?? []) as Attestation[]),
      legalNameOf: ({ subjectId }) => names.get(subjectId) ?? null,
      values: values.map((row) => toValue(row as Value)),
    };
  }
}

type Attestation = readonly [templateId: string, furnisherId: string, attestationId: string];

function attestationsIn(found: readonly Attestation[]): AttestationOf {
  const known = new Map(found.map(([template, furnisher, id]) => [`${template} ${furnisher}`, id]));
  return (templateId, furnisherId) => known.get(`${templateId} ${furnisherId}`) ?? null;
}

function toValue(row: Value): TemplateValue {
  return {
    value: ownJson(row.value),
    dataset: row.dataset,
    field: row.field,
    networkId: row.network_id,
    subjectId: row.subject_id,
    furnishingEntityId: row.furnishing_entity_id,
    recordId: row.record_id,
    furnishedAt: row.furnished_at,
    isLarge: row.is_large,
  };
}
