import {
  DATASETS,
  PRODUCTS,
  sealedFieldsOf,
  statedBusiness,
  type Dataset,
  type StoredModels,
} from '@ndx/catalog';
import type { StatedBusiness } from '@ndx/contracts';

type Values = Readonly<Record<string, unknown>>;

/**
 * How a request identifies the subject of a record: by its id in the network, or by identity
 * fields.
 */
export type NamedSubject =
  | { readonly kind: 'business'; readonly id: string }
  | { readonly kind: 'business' | 'consumer'; readonly identity: Values };

/** A submitted record with a valid shape, before acceptance. */
export interface Candidate {
  /** Its path in the request; none when it is the whole body. */
  readonly path: readonly string[];
  readonly dataset: Dataset;
  readonly subject: NamedSubject;
  /** The id of the record that it replaces. */
  readonly corrects: string | null;
  /** The data to store; secrets are still in plain text. */
  readonly models: StoredModels;
}

/**
 * The data sets whose furnishing policies apply to a record: its own, and the products that it
 * feeds.
 */
export function governingDatasets(dataset: Dataset): readonly Dataset[] {
  if (dataset.kind === 'product') return [dataset];
  return [dataset, ...PRODUCTS.filter(({ slug }) => slug in dataset.feeds)];
}

/** The data sets to whose records the furnishing policies of a data set apply. */
export function datasetsGovernedBy(dataset: Dataset): readonly Dataset[] {
  return DATASETS.filter((one) => governingDatasets(one).includes(dataset));
}

/**
 * The registration by which a record names its business, as stated, and the legal name: of the
 * record, else the one that its furnisher stated before.
 */
export function statedBusinessOf(
  { subject }: Candidate,
  statedLegalName: string | null,
): StatedBusiness | null {
  const isNamed = 'identity' in subject;
  if (subject.kind !== 'business' || (!isNamed && statedLegalName === null)) return null;
  const stated = statedBusiness(isNamed ? subject.identity : {});
  return { ...stated, business_legal_name: stated.business_legal_name ?? statedLegalName };
}

/** The member of a record that names the one that it replaces. */
export function correctedId({ corrects_record_id: id }: Values): string | null {
  return typeof id === 'string' ? id.toLowerCase() : null;
}

/** The stored and published form: the catalogue's secrets are encrypted (design 4, 5). */
export function sealedModels(
  { dataset, models }: Candidate,
  seal: (plain: string) => string,
): StoredModels {
  const secrets = new Set(dataset.kind === 'template' ? sealedFieldsOf(dataset) : []);
  if (secrets.size === 0) return models;
  return mapValues(models, (model) =>
    mapValues(model, (value, name) => (secrets.has(name) ? seal(String(value)) : value)),
  );
}

function mapValues<V, R>(
  values: Readonly<Record<string, V>>,
  map: (value: V, name: string) => R,
): Record<string, R> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, map(value, name)]),
  );
}
