import { DATASETS } from '@ndx/catalog';
import { invalid, quoted, type Principal } from '@ndx/contracts';
import type {
  QueryEventSearch,
  QueryEventSelection,
} from '../../storage/query-event-repository.js';
import { queryingEntityOf } from './feed-of-network.js';

/** The events that a caller asks for. */
export interface QueryEventWindow extends QueryEventSearch {
  readonly networkId: string;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

/**
 * The part of the feed that the caller searches: of the network for governors, of its institution
 * for other members. Undefined where it may see none of the searched queries.
 * @throws PERMISSION_DENIED for callers who are not members, VALIDATION_ERROR for an unknown product
 */
export function searchedFeed(
  principal: Principal,
  { networkId, queryingEntityId, productSlug }: QueryEventWindow,
): Pick<QueryEventSelection, 'queryingEntityId' | 'reader'> | undefined {
  const ownEntityId = queryingEntityOf(principal, networkId);
  if (productSlug !== undefined && !DATASETS.some(({ slug }) => slug === productSlug)) {
    throw invalid('unknown_product', `there is no product or template ${quoted(productSlug)}`);
  }
  const entityIds = new Set([ownEntityId, queryingEntityId].filter((id) => id !== undefined));
  const [entityId, other] = entityIds;
  // Only governors see the queries of another institution.
  return other === undefined ? { queryingEntityId: entityId, reader: principal } : undefined;
}
