import { normaliseName } from '@ndx/catalog';
import { fold, foldEmail } from '../domain/fold.js';
import { SearchQuery } from './search-query.js';

interface Criteria {
  readonly networkId: string;
  readonly limit: number;
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

/** The consumers that meet all the criteria, newest first (contract 4.2). */
export function consumerSearch(filter: ConsumerFilter): SearchQuery {
  return new SearchQuery(filter.networkId, filter.limit)
    .contains('first_name_folded', part(filter.firstName, fold))
    .contains('last_name_folded', part(filter.lastName, fold))
    .contains('email', part(filter.personalEmail, foldEmail))
    .equal('date_of_birth', filter.dateOfBirth)
    .equal('ssn_index', filter.ssnIndex);
}

/** The businesses that meet all the criteria, newest first (contract 4.2). */
export function businessSearch(filter: BusinessFilter): SearchQuery {
  return new SearchQuery(filter.networkId, filter.limit)
    .contains('legal_name_folded', part(filter.legalName, fold))
    .contains('dba_name_folded', part(filter.dbaName, fold))
    .contains('email', part(filter.email, foldEmail))
    .equal('ein_index', filter.einIndex);
}

/** As the text of which it is a part is stored; blank is itself, for a space is a part as well. */
function part(text: string | undefined, folded: (text: string) => string): string | undefined {
  return text === undefined ? undefined : folded(normaliseName(text) ?? text);
}
