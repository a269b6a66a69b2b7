import type {
  CountedField,
  CountedSection,
  FurnishedValues,
  Product,
  ProductField,
  RecordBounds,
} from '@ndx/client';
import { useRead } from '../app/reads.js';
import { plural } from '../parts/words.js';
import { useSession } from '../session/session.js';

/** The counts of a section, and when they were made. */
export interface SectionCounts {
  readonly section: CountedSection;
  readonly countedAt: string;
}

export interface SuggestedValue {
  readonly value: string;
  /** How many records of the network state it; undefined if they are not counted. */
  readonly records: string | undefined;
}

/** How many records of a network state each value; nothing for an account that may not read it. */
export function useFurnishedValues(networkId: string, { id }: Product) {
  const { may } = useSession();
  const request = { query: { network_id: networkId, product_id: id } };
  return useRead('countFurnishedValues', request, {
    enabled: may('network:admin'),
    staleTime: 60_000,
  });
}

export function countsOf(
  counted: FurnishedValues | undefined,
  modelName: string,
): SectionCounts | undefined {
  const section = counted?.sections.find(({ model_name }) => model_name === modelName);
  return counted && section && { section, countedAt: counted.counted_at };
}

/** The values that the catalogue lists for a field, in descending order of their records. */
export function suggestedValues(
  declared: ProductField | undefined,
  counted: CountedField | undefined,
): readonly SuggestedValue[] {
  if (counted) {
    return counted.values
      .toSorted((one, other) => other.records.at_least - one.records.at_least)
      .map(({ value, records }) => ({ value, records: boundsInWords(records) }));
  }
  const values =
    declared?.field_type === 'boolean' ? ['true', 'false'] : (declared?.known_values ?? []);
  return values.map((value) => ({ value, records: undefined }));
}

/** "at least 1,200 records": no number is exact. */
export function boundsInWords({ at_least, fewer_than }: RecordBounds): string {
  return at_least === 0
    ? `fewer than ${plural(fewer_than, 'record')}`
    : `at least ${plural(at_least, 'record')}`;
}
