import type { Operation } from './operation/operation.js';
import * as attestation from './operations/attestation.js';

/** Every operation, each once, in the order of the OpenAPI document. What is not here is not served. */
export const OPERATIONS: readonly Operation[] = [...Object.values(attestation)];
