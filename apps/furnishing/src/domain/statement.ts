import {
  kybContribution,
  verificationTimesOf,
  type Dataset,
  type Model,
  type Product,
  type Template,
} from '@ndx/catalog';
import type { Candidate } from './candidate.js';

/** A value that a record states, and where in the request. */
export interface Stated {
  readonly at: readonly string[];
  readonly value: unknown;
}

/** What a record states in the eyes of a data set whose policy governs it. */
export interface Statement {
  /** Where the record stands in the request. */
  readonly at: readonly string[];
  /** What a `model.field` name stands for; undefined where the catalogue has no such field. */
  readonly field: (name: string) => Stated | undefined;
  /** When what it states was verified, null where it may say so and does not. */
  readonly times: readonly Stated[];
}

/** What a candidate states under its own data set, or under a product that this feeds. */
export function statementOf(dataset: Dataset, candidate: Candidate): Statement {
  return dataset.kind === 'product'
    ? statementOfProduct(dataset, candidate)
    : statementOfTemplate(dataset, candidate);
}

function statementOfProduct(product: Product, { path, dataset, models }: Candidate): Statement {
  const sections = kybContribution(dataset.slug, models);
  const modelNamed = (name: string) => product.models.find((model) => model.name === name);
  return {
    at: path,
    field: (name) => {
      const [modelName = '', field = ''] = name.split('.');
      const model = modelNamed(modelName);
      const part = model && partOf(model, field);
      const section = sections.find((given) => given.model === modelName);
      return part && { at: [...path, modelName, part, field], value: section?.[part][field] };
    },
    times: sections.flatMap(({ model: name, performedAt }) => {
      const model = modelNamed(name);
      const at = model && [...path, name, 'assertions', model.performedAt];
      return at ? [{ at, value: performedAt }] : [];
    }),
  };
}

function statementOfTemplate(template: Template, { path, models }: Candidate): Statement {
  const values = models[template.slug] ?? {};
  const stated = (field: string) => ({ at: [...path, field], value: values[field] ?? null });
  return {
    at: path,
    field: (name) => {
      const field = name.slice(template.slug.length + 1);
      return template.furnish?.data.some((known) => known.name === field)
        ? stated(field)
        : undefined;
    },
    times: verificationTimesOf(template).map(stated),
  };
}

function partOf(model: Model, field: string): 'assertions' | 'data' | undefined {
  return (['assertions', 'data'] as const).find((part) =>
    model[part].some(({ name }) => name === field),
  );
}
