import { templateBySlug } from './datasets.js';
import { relaxed, required, worded, type Field } from './fields/field.js';
import type { JsonSchema } from './fields/field-type-rule.js';
import { ruleOf } from './fields/field-types.js';
import {
  answerObjectSchemaOf,
  exampleOf,
  exampleOfObject,
  objectSchemaOf,
} from './fields/json-schema.js';
import { titleOf, type ObjectShape } from './fields/object-shape.js';
import { CORRECTED_RECORD } from './network-fields.js';
import type { FurnishedField, Output } from './output.js';
import type { Model, Product } from './product.js';
import {
  furnishInputShape,
  identityName,
  queryInputShape,
  recordShape,
  SECTION_WORDS,
  subjectIdName,
} from './shapes.js';
import type { Template } from './template.js';

/** The JSON Schema (2020-12) of a template's query (contract 4.7). */
export function queryInputSchemaOf(template: Template): JsonSchema {
  return objectSchemaOf(queryInputShape(template));
}

/** The JSON Schema of a template's furnish request; undefined for a bundle. */
export function furnishInputSchemaOf(template: Template): JsonSchema | undefined {
  const shape = furnishInputShape(template);
  return shape && { ...objectSchemaOf(shape), examples: [exampleOfRecord(shape)] };
}

/** The JSON Schema of a template's answer: every output, null where it is optional (design 9). */
export function answerSchemaOf(template: Template): JsonSchema {
  const stored = new Map(template.outputs.map((output) => [output.name, output]));
  return answerObjectSchemaOf(
    { title: titleOf(template.slug, 'answer'), fields: template.outputs },
    ({ name }) => storedSchemaOf(template, stored.get(name)),
  );
}

/** The JSON Schema of one furnished record of a product, with its subject and sections (design 8). */
export function recordSchemaOf(product: Product): JsonSchema {
  const shape = recordShape(product);
  const [id, identity] = [subjectIdName(product), identityName(product)];
  return {
    ...objectSchemaOf(shape),
    description: `Names its subject by \`${id}\` or by \`${identity}\`, not by both, and has at least one section.`,
    examples: [exampleOfRecord(shape, id)],
  };
}

/** An example that corrects no record. */
function exampleOfRecord(shape: ObjectShape, ...left: readonly string[]): JsonSchema {
  return exampleOfObject(shape, ...CORRECTED_RECORD.map(({ name }) => name), ...left);
}

/**
 * The JSON Schema of a section as a query returns it: every field, null where absent (contract
 * 2.8).
 * @param more additional members beside `assertions` and `data`
 */
export function sectionSchemaOf(model: Model, more: readonly Field[] = []): JsonSchema {
  const { name, assertions, data } = model;
  return answerObjectSchemaOf({
    title: titleOf(name),
    fields: [...worded(SECTION_WORDS, required('object', 'assertions', 'data')), ...more],
    members: {
      assertions: { title: titleOf(name, 'assertions'), fields: relaxed(assertions) },
      data: { title: titleOf(name, 'data'), fields: relaxed(data) },
    },
  });
}

/** The type of a furnished value in the response, when it differs. */
function storedSchemaOf(template: Template, output: Output | undefined): JsonSchema | undefined {
  if (output?.source.kind !== 'furnished') return undefined;
  const field = furnishedField(template, output.source);
  const { stored, storedSchema } = field ? ruleOf(field.type) : {};
  if (!field || !stored || !storedSchema) return storedSchema;
  return { ...storedSchema, examples: [stored(exampleOf(field))] };
}

function furnishedField(template: Template, { dataset, field }: FurnishedField): Field | undefined {
  const source = template.slug === dataset ? template : templateBySlug(dataset);
  return source?.furnish?.data.find(({ name }) => name === field);
}
