import { everyReadOf, partsOf, type Template } from '@ndx/catalog';
import type { ConsentState } from '@ndx/contracts';
import { ReadModelConfirmation } from '@ndx/replication';
import type { CallerState } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Candidate } from '../domain/candidate.js';
import type { AttestationOf, LegalNameOf } from '../domain/template/read-records.js';
import type { QueryingPolicy } from '../domain/policy/querying-policy.js';
import type { KnownSubject } from '../domain/subject.js';
import type { LocatedSubject } from '../domain/consent/binding-consent.js';
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
  /** The current active attestations of the records' furnishers for the templates. */
  readonly attestationOf: AttestationOf;
  readonly legalNameOf: LegalNameOf;
  /** The newest record of each furnisher for each data set. */
  readonly records: readonly Candidate[];
}

const POLICIES = policiesSql({
  policyId: '$2::uuid',
  networkIds: '$1::uuid[]',
  ofProduct: 'product_id = any($5::uuid[])',
});

const CALLER = querierStateSql({
  accountId: '$12::uuid',
  entityId: '$9::text',
  networkIds: '$1::uuid[]',
});

/**
 * The legal name of a business that each furnisher stated last, in a record of any data set: the
 * furnish request of a template has none.
 */
const LEGAL_NAMES = `
(select json_agg(json_build_array(network_id || ' ' || furnishing_entity_id, name))::text from (
   select distinct on (s.network_id, s.furnishing_entity_id) s.network_id, s.furnishing_entity_id,
     stated.business::json ->> 'business_legal_name' as name
   from statement s
   cross join lateral (values (s.furnished_at, s.record_id, s.stated_business),
     (s.newest_furnished_at, s.newest_record_id, s.newest_stated_business)) stated (at, record_id, business)
   where $10::text = 'business' and s.subject_id = any(array(select subject_id from subject))
     and stated.business::json ->> 'business_legal_name' is not null
   order by s.network_id, s.furnishing_entity_id, stated.at desc, stated.record_id) own)`;

/**
 * The first row has everything but the records as JSON; each further row is a record. The subject's
 * hashes find it in the requested networks; in each network the first hash with a match decides.
 * Like the KYB statement, every part is a look-up by key whatever the parameters are: primary
 * keys, consent_copy_by_subject, attestation_copy_current. `offset` and `limit` prevent joins that
 * a plan made for small tables would scan for.
 */
export const TEMPLATE_READ = `
with consent as materialized (
  select state, match_hashes from consent_copy where consent_id = $3::uuid
), named as materialized (
  select network_id, match_hashes from subject_copy
  where subject_id = $4::uuid and network_id = any($1::uuid[]) and coalesce(subject_type, $10::text) = $10::text
), given (hashes) as materialized (
  select coalesce($7::text[], (select match_hashes from named), (select match_hashes from consent))
), subject as materialized (
  select found.network_id, found.subject_id, c.match_hashes
  from (select distinct on (m.network_id) m.network_id, m.subject_id
        from unnest((select hashes from given)) with ordinality as key (match_hash, place)
        cross join lateral (select network_id, subject_id from subject_match
          where match_hash = key.match_hash and network_id = any($1::uuid[]) offset 0) m
        order by m.network_id, key.place, m.subject_id) found
  left join lateral (select match_hashes from subject_copy
    where subject_id = found.subject_id offset 0) c on true
), furnished as materialized (
  select s.model, s.content, s.network_id, s.furnishing_entity_id, s.record_id, s.performed_at,
         s.furnished_at, s.newest_content, s.newest_record_id, s.newest_furnished_at,
         s.stated_business, s.newest_stated_business
  from statement s
  where s.subject_id = any(array(select subject_id from subject)) and s.dataset = any($8::text[])
    and ($6::uuid[] = '{}' or s.furnishing_entity_id = any($6::uuid[]))
)
select ${READ_AT}, ${CALLER} as caller, (select state from consent) as consent,
       (select json_build_object('networkId', network_id, 'matchHashes', match_hashes)::text from named) as named,
       ${POLICIES} as policies,
       (select json_agg(json_build_object('networkId', network_id, 'subjectId', subject_id,
          'matchHashes', match_hashes))::text from subject) as subjects,
       ${LEGAL_NAMES} as "legalNames",
       (select json_agg(c.state::json)::text
        from consent_copy c
        where c.match_hashes && array(
          select unnest(hashes) from given union select unnest(match_hashes) from subject)
          and c.state::json ->> 'entity_id' = $9::text) as recorded,
       (select json_agg(json_build_array(t.template_id, f.furnishing_entity_id, current.attestation_id))::text
        from (select distinct furnishing_entity_id from furnished) f
        cross join unnest($5::uuid[]) t (template_id)
        cross join lateral (select a.attestation_id from attestation_copy a
          where a.entity_id = f.furnishing_entity_id and a.product_id = t.template_id
            and a.revoked_at is null and a.expires_at > now() + $11::int * interval '1 second'
          order by a.created_at desc, a.attestation_id desc limit 1) current) as attested,
       ${NO_STATEMENT}
union all
select null, null, null, null, null, null, null, null, null, null, ${STATEMENT_COLUMNS}
from furnished s`;

type Head = ReadAt & {
  readonly caller: string;
  readonly consent: string | null;
  readonly named: string | null;
  readonly policies: string | null;
  readonly subjects: string | null;
  readonly legalNames: string | null;
  readonly recorded: string | null;
  readonly attested: string | null;
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
    const [head, ...rows] = await this.pool.rows('template-read', TEMPLATE_READ, [
      lookup.networkIds,
      lookup.policyId ?? null,
      // A consent id is any string (contract 4.5); a string that is not a uuid names no consent.
      isUUID(lookup.consentId) ? lookup.consentId : null,
      lookup.subjectId ?? null,
      [template, ...partsOf(template)].map(({ id }) => id),
      lookup.furnishingEntityIds,
      lookup.matchHashes ?? null,
      [...new Set(everyReadOf(template).map(({ dataset }) => dataset))],
      lookup.entityId,
      template.subject,
      lookup.clockOffsetSeconds ?? 0,
      lookup.accountId,
    ]);
    const { consent, named, policies, subjects: located, ...rest } = head as Head;
    const { recorded, attested, legalNames, ...at } = rest;
    const subjects = (ownJson(located) ?? []) as LocatedSubject[];
    const names = new Map(
      ((ownJson(legalNames) ?? []) as LegalName[]).map(([whose, name]) => [whose, name]),
    );
    const attestationOf = attestationsIn((ownJson(attested) ?? []) as Attestation[]);
    return {
      now: at.now,
      incarnation: at.incarnation,
      caller: ownJson(at.caller) as CallerState,
      consent: ownJson(consent) as ConsentState | undefined,
      named: ownJson(named) as KnownSubject | undefined,
      policies: (ownJson(policies) ?? []) as QueryingPolicy[],
      subjects,
      recorded: (ownJson(recorded) ?? []) as ConsentState[],
      attestationOf,
      legalNameOf: (networkId, furnisherId) => names.get(`${networkId} ${furnisherId}`) ?? null,
      records: (rows as StatementRow[]).map((row) =>
        candidateOf(row, attestationOf(template.id, row.furnishing_entity_id)),
      ),
    };
  }
}

/** Network and furnisher, and the name that it stated. */
type LegalName = readonly [whose: string, name: string];

type Attestation = readonly [templateId: string, furnisherId: string, attestationId: string];

function attestationsIn(found: readonly Attestation[]): AttestationOf {
  const known = new Map(found.map(([template, furnisher, id]) => [`${template} ${furnisher}`, id]));
  return (templateId, furnisherId) => known.get(`${templateId} ${furnisherId}`) ?? null;
}
