import {
  kybContribution,
  verificationTimesOf,
  type Dataset,
  type Model,
  type Product,
  type Template,
} from '@ndx/catalog';
import type { Candidate } from './candidate.js';

/** A value of a record with its path in the request. */
export interface Stated {
  readonly at: readonly string[];
  readonly value: unknown;
}

/** The values of a record, named as in a data set whose policy applies. */
export interface Statement {
  /** The record's path in the request. */
  readonly at: readonly string[];
  /** The value of a `model.field` name; undefined for a field that the catalogue does not have. */
  readonly field: (name: string) => Stated | undefined;
  /** The verification time; null when it is optional and absent. */
  readonly times: readonly Stated[];
}

/** The statement of a candidate under its own data set, or under a product that it feeds. */
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
