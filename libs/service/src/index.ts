// First, because it loads reflect-metadata before packages whose classes need it.
export { assembleService } from './boot/assemble-service.js';
export * from './boot/boot-service.js';
export { SEALED_FIELDS } from './definition/common-sealed-columns.js';
export { ConnectionDrain, DRAINABLE } from './boot/connection-drain.js';
export { cutUnreadResponses } from './boot/cut-unread-responses.js';
export { closeInOrder, closeConcurrently } from './modules/close-resources.js';
export * from './boot/migrate-service.js';
export * from './boot/run-service.js';
export { BackgroundLoop } from './definition/background-loop.js';
export type { BackgroundWork } from './definition/background-work.js';
export {
  definitionOf,
  Service,
  witnessesOf,
  type ConfigFor,
  type ServiceDefinition,
} from './definition/service-definition.js';
export * from './definition/tokens.js';
export { auditSourceOf, proofKeysOf, type ServiceSettings } from './definition/infrastructure.js';
export { finding, reportFindings, type Finding } from './boot/findings.js';
export { runProcess } from './boot/run-process.js';
export { serveUntilStopped, type Stoppable } from './boot/serve-until-stopped.js';
export * from './config/service-config.js';
export { HealthController } from './health/health.controller.js';
export {
  CALLER_READ_MODELS,
  callerStateSql,
  currentPrincipal,
  SuspendedAccountError,
  type CallerState,
  type CallerTables,
} from './callers/caller-state.js';
export { sendAnswer, type Answer } from './idempotency/answer.js';
export { answeredMeanwhile, KeptAnswers } from './idempotency/kept-answers.js';
export { currentKeyedRequest } from './idempotency/keyed-request.js';
export { Replay } from './idempotency/replay.js';
export {
  CreateNetworkTerms1700000000700,
  networkTerms,
  OnNetworkChanged,
} from './network/on-network-changed.js';
export { closeApp, initApp, LifecycleModule } from './modules/lifecycle.module.js';
export { ProcessTracing } from './modules/process-tracing.js';
export { ShutdownErrors } from './modules/shutdown-errors.js';
export { TelemetryModule, type TelemetryOptions } from './modules/telemetry.module.js';
export { Readiness, type ReadinessCheck } from './health/readiness.js';
export { Asked } from './http/asked.js';
export { decodePlace, encodePlace, invalidCursor, isPlaceTime } from './http/cursor.js';
export * from './http/error-filter.js';
export { handledOperations, Handles, HandlesAsText, operationOf } from './http/handles.js';
export {
  afterCursor,
  afterRevision,
  beforeCursor,
  following,
  idPage,
  type IdPlace,
  ID_ORDERS,
  inEachOrder,
  placeOf,
} from './http/id-page.js';
export { NetworkMembers } from './http/network-members.js';
export { ServiceClients } from './http/service-clients.js';
export { ServiceClient } from './http/service-client.js';
export { recordRequests } from './http/record-requests.js';
export { bodyFault } from './http/request-bounds.js';
export { addTraceMetrics, metricsOf } from './boot/metrics-command.js';
export * from './principal/caller.js';
export { ownHeaders } from './definition/own-signer.js';
export * from './principal/principal-keys.js';
export * from './principal/signed-principal.js';
export type { ProofKey, ProofKeys } from './signing/signing-keys.js';
export { STUCK_HEADER } from './http/blocked-service.js';
export { requestsInFlight } from './watchdog/requests-in-flight.js';
export { BLOCKED_STATUS, watchEventLoop } from './watchdog/watch-event-loop.js';
