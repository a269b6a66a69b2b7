export * from './boot/boot-service.js';
export * from './boot/migrate-service.js';
export * from './boot/run-service.js';
export {
  definitionOf,
  Service,
  type ConfigFor,
  type ServiceDefinition,
} from './boot/service-definition.js';
export * from './boot/tokens.js';
export { runProcess } from './boot/run-process.js';
export { serveUntilStopped, type Stoppable } from './boot/serve-until-stopped.js';
export * from './config/service-config.js';
export * from './context/request-context.js';
export * from './context/request-id.js';
export * from './crypto/keyed-hash.js';
export * from './crypto/sealer.js';
export { HealthController } from './health/health.controller.js';
export { Readiness, type ReadinessCheck } from './health/readiness.js';
export * from './http/error-filter.js';
export * from './http/handlers.js';
export * from './http/operation.js';
export * from './http/network-header.js';
export * from './http/request-shape-error.js';
export { ServiceClients } from './http/service-clients.js';
export { ServiceClient } from './http/service-client.js';
export * from './http/shape-pipe.js';
export * from './http/shapes.js';
export * from './http/validate-shape.js';
export * as wire from './http/wire.js';
export * from './logging/logger.js';
export * from './principal/caller.js';
export * from './principal/signed-principal.js';
export { ForwardOnlyMigration } from './storage/forward-only-migration.js';
export { migrate } from './storage/migrate.js';
export { newestCopy } from './storage/newest-copy.js';
