import type { Operation } from './operation/operation.js';
import * as attestation from './operations/attestation.js';
import { FURNISHING_POLICY_OPERATIONS } from './operations/furnishing-policies.js';
import { listProducts } from './operations/products.js';
import { QUERYING_POLICY_OPERATIONS } from './operations/querying-policies.js';

/** Every operation, each once, in the order of the OpenAPI document. What is not here is not served. */
export const OPERATIONS: readonly Operation[] = [
  listProducts,
  ...QUERYING_POLICY_OPERATIONS,
  ...FURNISHING_POLICY_OPERATIONS,
  ...Object.values(attestation),
];
