import { PRODUCTS, sealedFieldsOf, type Dataset, type StoredModels } from '@ndx/catalog';

type Values = Readonly<Record<string, unknown>>;

/** How a request names the subject of a record: by its id in the network, or by what identifies it. */
export type NamedSubject =
  | { readonly kind: 'business'; readonly id: string }
  | { readonly kind: 'business' | 'consumer'; readonly identity: Values };

/** A record that an institution asks to furnish: of the right shape, not accepted yet. */
export interface Candidate {
  /** Where it stands in the request; none when it is the whole of it. */
  readonly path: readonly string[];
  readonly dataset: Dataset;
  readonly subject: NamedSubject;
  /** What would be kept; secrets are still in the clear. */
  readonly models: StoredModels;
}

/** The data sets whose furnishing policies govern a record: its own, and the products that it feeds. */
export function governingDatasets(dataset: Dataset): readonly Dataset[] {
  if (dataset.kind === 'product') return [dataset];
  return [dataset, ...PRODUCTS.filter(({ slug }) => slug in dataset.feeds)];
}

/** What is stored and sent: the catalogue's secrets are sealed (design 4, 5). */
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
