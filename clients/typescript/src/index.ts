/**
 * The client: one method for each operation, tokens, lists, furnishing in bulk, webhooks. The types of
 * requests and answers are those of the OpenAPI document.
 * @module @ndx/client
 */
export { type Answer, type SignedAnswer } from './answer.js';
export {
  createNdxClient,
  type NdxClient,
  type NdxClientOptions,
  type NdxRequest,
} from './client.js';
export { NdxConnectionError, NdxError, type NdxErrorCode, type NdxReason } from './errors.js';
export {
  furnishRecords,
  type FurnishedRecord,
  type FurnishOptions,
  type KybRecord,
} from './furnish-records.js';
export { furnishRows, type FurnishedRow, type FurnishRowsOptions } from './furnish-rows.js';
export type * from './generated/types.gen.js';
export { type Retry, type RetryOptions } from './http/retry-delay.js';
export { verifyNotice, type NoticeWebhook } from './notices/verify-notice.js';
export {
  InvalidWebhook,
  verifyWebhook,
  type VerifiedWebhook,
  type WebhookHeaders,
} from './notices/verify-webhook.js';
export { eachItem, followItems, type FollowOptions } from './paging.js';
export { simulateRecords, type RecordSimulation } from './simulate-records.js';
export {
  clientCredentials,
  type ClientCredentials,
  type ClientCredentialsOptions,
} from './tokens/client-credentials.js';
export { dpopProofs, type DpopProof, type ProvenRequest } from './tokens/dpop.js';
export {
  createSigningKey,
  signingKeyFrom,
  type Jwk,
  type SigningAlgorithm,
  type SigningKey,
} from './tokens/signing-key.js';
export {
  refreshingToken,
  staticToken,
  tokenFrom,
  type IssuedToken,
  type TokenEndpointOptions,
} from './tokens/tokens.js';
export { type TokenSource } from './tokens/token-source.js';
