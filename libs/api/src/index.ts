export * from './operation/check-operations.js';
export * from './operation/idempotency-headers.js';
export * from './operation/operation.js';
export * from './operation/read-request.js';
export * from './operation/reasons-of.js';
export * from './operations.js';
export * from './operations/index.js';
export * from './shapes/dry-run.js';
export {
  LOG_LEVELS,
  type LogLevel,
  type ListOrder,
  namedValues,
  type RecordUseOutcome,
  SPAN_KINDS,
  SPAN_STATUSES,
} from './shapes/named-values.js';
export * from './shapes/network-header.js';
export {
  AsSent,
  isAsSent,
  Nested,
  nestedShape,
  ReadAs,
  type ShapeClass,
} from './shapes/read-shape.js';
export * from './shapes/request-shape-error.js';
export * from './shapes/sandbox-run-header.js';
export * from './shapes/schema-fault.js';
export * from './shapes/shapes.js';
export * from './shapes/validate-object.js';
export * from './shapes/validate-shape.js';
export { wordsOf, type Words } from './words/index.js';
export * as wire from './shapes/wire.js';
export * from './webhooks.js';
