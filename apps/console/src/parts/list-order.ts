import { useSearch } from '@tanstack/react-router';
import { oneOf } from './search.js';

export type ListOrder = 'newest_first' | 'oldest_first';

/** The order of a list in an address; without it, the newest item is the first. */
export const ORDER_SEARCH = { order: oneOf(['oldest_first']) };

/** The order that the address of the view selects. */
export function useListOrder(): ListOrder {
  const { order } = useSearch({ strict: false });
  return order ?? 'newest_first';
}

/** The label of the button that reads the next page, for example "Load older queries". */
export function moreOf(order: ListOrder, many: string, verb = 'Load'): string {
  return `${verb} ${order === 'newest_first' ? 'older' : 'newer'} ${many}`;
}
