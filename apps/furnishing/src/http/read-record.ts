import { recordClass, type Product } from '@ndx/catalog';
import { RequestShapeError, validateShape } from '@ndx/service-kit';
import type { Candidate } from '../domain/candidate.js';
import type { Outcome } from '../domain/fault.js';
import { productCandidate } from '../domain/product-record.js';

const BODY = 'body';

/** Reads one record of a product's furnish request; its faults are its own (design 8). */
export function readRecord(product: Product, record: unknown, index: number): Outcome<Candidate> {
  const path = [BODY, 'records', String(index)];
  try {
    return productCandidate(product, validateShape(BODY, recordClass(product), record), path);
  } catch (error) {
    if (!(error instanceof RequestShapeError)) throw error;
    return { faults: [{ detail: path.join(' -> ') + error.detail.slice(BODY.length) }] };
  }
}
