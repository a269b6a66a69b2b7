import { isObject, recordShape, shapeFault, type Product } from '@ndx/catalog';
import type { Candidate } from '../domain/candidate.js';
import { faultAt, type Outcome } from '../domain/fault.js';
import { productCandidate } from '../domain/product-record.js';

/** Reads one record of a product's furnish request; its faults are its own (design 8). */
export type ReadRecord = (record: unknown, index: number) => Outcome<Candidate>;

/** Reads a product's records: a request holds up to a hundred, so their shape is made once. */
export function recordReader(product: Product): ReadRecord {
  const shape = recordShape(product);
  return (record, index) => {
    const path = ['body', 'records', String(index)];
    if (!isObject(record)) return { faults: [faultAt(path, 'must be an object')] };
    const fault = shapeFault(shape, record);
    if (fault) return { faults: [faultAt([...path, ...fault.path], fault.message)] };
    return productCandidate(product, record, path);
  };
}
