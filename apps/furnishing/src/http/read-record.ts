import { isObject, recordShape, shapeFault, type Product } from '@ndx/catalog';
import type { Candidate } from '../domain/candidate.js';
import { faultAt, type Outcome } from '../domain/fault.js';
import { productCandidate } from '../domain/product-record.js';

/**
 * Reads one record of a product's furnish request; its faults do not affect other records (design
 * 8).
 */
export type ReadRecord = (record: unknown, index: number) => Outcome<Candidate>;

/** Creates the reader of a product's records once: a request has up to a hundred. */
export function recordReader(product: Product): ReadRecord {
  const shape = recordShape(product);
  return (record, index) => {
    const path = ['body', 'records', String(index)];
    if (!isObject(record)) return { faults: [faultAt('invalid_value', path, 'must be an object')] };
    const fault = shapeFault(shape, record);
    if (fault) {
      return { faults: [faultAt('invalid_value', [...path, ...fault.path], fault.message)] };
    }
    return productCandidate(product, record, path);
  };
}
