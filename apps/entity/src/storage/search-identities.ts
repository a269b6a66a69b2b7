import { normaliseName } from '@ndx/catalog';
import { fold, foldEmail } from '../domain/fold.js';
import type { Place } from './search-place.js';
import { SearchQuery } from './search-query.js';

interface Criteria {
  readonly networkId: string;
  readonly limit: number;
  /** The institution whose related subjects alone are searched. */
  readonly relatedTo?: string | undefined;
  readonly id?: string | undefined;
  /** Only subjects after this one. */
  readonly after?: Place | undefined;
}

export interface ConsumerFilter extends Criteria {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly personalEmail?: string | undefined;
  readonly ssnIndex?: string | undefined;
  /** YYYY-MM-DD. */
  readonly dateOfBirth?: string | undefined;
}

export interface BusinessFilter extends Criteria {
  readonly legalName?: string | undefined;
  readonly dbaName?: string | undefined;
  readonly email?: string | undefined;
  readonly einIndex?: string | undefined;
}

/** Reads consumer_by_date_of_birth and consumer_statement_by_date_of_birth. */
const isStatedDateOfBirth = (day: string) => `i.id in (
  select c.id from consumer_identity c where c.network_id = $1 and c.date_of_birth = ${day}
  union all
  select s.consumer_id from consumer_statement s where s.network_id = $1 and s.date_of_birth = ${day})`;

/** The consumers that meet all criteria, newest first (contract 4.2). */
export function consumerSearch(filter: ConsumerFilter): SearchQuery {
  return new SearchQuery(filter.networkId, filter.limit, filter.after)
    .contains('i.first_name_folded', part(filter.firstName, fold))
    .contains('i.last_name_folded', part(filter.lastName, fold))
    .contains('i.emails', part(filter.personalEmail, foldEmail))
    .exactly(isStatedDateOfBirth, filter.dateOfBirth)
    .equal('ssn_index', filter.ssnIndex)
    .equal('id', filter.id)
    .relatedTo(filter.relatedTo);
}

/** The businesses that meet all criteria, newest first (contract 4.2). */
export function businessSearch(filter: BusinessFilter): SearchQuery {
  return new SearchQuery(filter.networkId, filter.limit, filter.after)
    .contains('i.legal_name_folded', part(filter.legalName, fold))
    .contains('i.dba_name_folded', part(filter.dbaName, fold))
    .contains('i.emails', part(filter.email, foldEmail))
    .equal('ein_index', filter.einIndex)
    .equal('id', filter.id)
    .relatedTo(filter.relatedTo);
}

/** Normalised like the stored text; a blank search text is one space. */
function part(text: string | undefined, folded: (text: string) => string): string | undefined {
  return text === undefined ? undefined : folded(normaliseName(text) ?? ' ');
}
