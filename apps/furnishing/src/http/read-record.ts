import { isObject, recordShape, shapeFaults, type Product } from '@ndx/catalog';
import type { Candidate } from '../domain/candidate.js';
import { faultAt, type Fault, type Outcome } from '../domain/fault.js';
import { missingParts, productCandidate } from '../domain/product-record.js';

/** Faults that a result states: a record can have any number of unknown members. */
const MOST_FAULTS = 20;

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
    const faults: Fault[] = [];
    for (const fault of shapeFaults(shape, record)) {
      faults.push(faultAt('invalid_value', [...path, ...fault.path], fault.message));
      if (faults.length === MOST_FAULTS) break;
    }
    if (faults.length === 0) return productCandidate(product, record, path);
    faults.push(...missingParts(product, record, path));
    return { faults: faults.slice(0, MOST_FAULTS) };
  };
}
