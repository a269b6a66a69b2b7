import {
  identityClass,
  identityName,
  nullable,
  sectionClass,
  shapeClass,
  type Product,
  type ShapeClass,
} from '@ndx/catalog';
import { RequestShapeError, validateShape } from '@ndx/service-kit';
import type { Candidate } from '../domain/candidate.js';
import type { Outcome } from '../domain/fault.js';
import { productCandidate, SUBJECT_ID } from '../domain/product-record.js';

const BODY = 'body';

/** Reads one record of a product's furnish request; its faults are its own (design 8). */
export function readRecord(product: Product, record: unknown, index: number): Outcome<Candidate> {
  const path = [BODY, 'records', String(index)];
  try {
    const shape = validateShape(BODY, shapeOf(product), record);
    return productCandidate(product, shape, path);
  } catch (error) {
    if (!(error instanceof RequestShapeError)) throw error;
    return { faults: [{ detail: path.join(' -> ') + error.detail.slice(BODY.length) }] };
  }
}

/** Built once for each product: class-validator keeps what it knows of a class for good. */
const shapes = new Map<Product, ShapeClass>();

function shapeOf(product: Product): ShapeClass {
  const known = shapes.get(product) ?? recordShape(product);
  shapes.set(product, known);
  return known;
}

/** A subject, named by what identifies it or by its id, and any of the sections. */
function recordShape(product: Product): ShapeClass {
  const identity = identityName(product);
  const sections = product.models.map((model) => [model.name, sectionClass(model)] as const);
  return shapeClass(
    `${product.slug}_furnished_record`,
    [
      ...nullable('uuid', SUBJECT_ID),
      ...nullable('object', identity, ...sections.map(([name]) => name)),
    ],
    { [identity]: identityClass(product), ...Object.fromEntries(sections) },
  );
}
