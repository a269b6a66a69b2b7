import type { NoticeEndpoint, NoticeKind } from '@ndx/client';
import type { NameOf } from '../parts/names.js';
import { inWords, plural } from '../parts/words.js';

/** What an institution chooses of an endpoint. */
export type EndpointTerms = Pick<
  NoticeEndpoint,
  'url' | 'network_ids' | 'product_ids' | 'kinds' | 'window_days' | 'description'
>;

/** The selections of a form; an empty one selects everything. */
export interface EndpointFilters {
  readonly networks: readonly string[];
  readonly products: readonly string[];
  readonly kinds: readonly NoticeKind[];
}

export const DEFAULT_TERMS: EndpointTerms = {
  url: null,
  network_ids: null,
  product_ids: null,
  kinds: null,
  window_days: null,
  description: null,
};

export function filtersOf({ network_ids, product_ids, kinds }: EndpointTerms): EndpointFilters {
  return { networks: network_ids ?? [], products: product_ids ?? [], kinds: kinds ?? [] };
}

/** The text inputs of a form. */
export function textsOf({ url, window_days: days, description }: EndpointTerms) {
  return { url: url ?? '', days: days?.toString() ?? '', description: description ?? '' };
}

/** The terms that a form states. */
export function termsOf(
  { url, days, description }: ReturnType<typeof textsOf>,
  { networks, products, kinds }: EndpointFilters,
): EndpointTerms {
  return {
    url: url.trim() || null,
    network_ids: selected(networks),
    product_ids: selected(products),
    kinds: selected(kinds),
    window_days: days === '' ? null : Number(days),
    description: description.trim() || null,
  };
}

function selected<Value>(values: readonly Value[]): Value[] | null {
  return values.length === 0 ? null : [...values];
}

export function addressInWords(url: string | null): string {
  return url ?? 'None: notices are only listed';
}

/** The names of what a filter selects; `all` without one. */
export function filterInWords(
  values: readonly string[] | null,
  nameOf: NameOf,
  all: string,
): string {
  return values?.map(nameOf).join(', ') ?? all;
}

export function kindsInWords(kinds: EndpointTerms['kinds']): string {
  return filterInWords(kinds, inWords, 'All kinds');
}

export function windowInWords(days: number | null): string {
  return days === null
    ? 'The validity that the policy states, otherwise 13 months'
    : plural(days, 'day');
}
