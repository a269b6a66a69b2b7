export { NATIVE_CLIENT_ID, PROGRAM_CLIENT_ID } from './identity-provider/browser-sign-in.js';
export type { IdentityAccount } from './identity-provider/identity-account.js';
export {
  LocalIdentityProvider,
  type LocalIdentityProviderOptions,
  type MintOptions,
} from './identity-provider/local-identity-provider.js';
export { SoftHsm } from './hsm/soft-hsm.js';
export { LocalKafka, type LocalKafkaOptions } from './kafka/local-kafka.js';
export type { SecuredListener } from './kafka/secured-listener.js';
export { LocalKeycloak } from './keycloak/local-keycloak.js';
export { LocalInfraError } from './local-infra-error.js';
export type { Log } from './log.js';
export { LocalObjectStore } from './object-store/local-object-store.js';
export type { AccessKey } from './object-store/access-key.js';
export { filesOf, type JavaProgram } from './maven/maven-files.js';
export { freePort, isPortFree } from './ports.js';
export { LocalPgBouncer, PGBOUNCERS, type PgBouncerVersion } from './pgbouncer/local-pgbouncer.js';
export { LocalPostgres, type LocalPostgresOptions } from './postgres/local-postgres.js';
export { OTHER_POSTGRES_VERSIONS, selectedVersion } from './postgres/other-version.js';
export type { PostgresTls } from './postgres/tls-only.js';
export { detachStandby, startStandby } from './postgres/standby.js';
export {
  ManagedProcess,
  MEMORY,
  type ManagedProcessOptions,
  type ProcessEnd,
} from './processes/managed-process.js';
export { projectRoot } from './project-root.js';
export { pythonWith } from './python/python-environment.js';
export { codeOf } from './system-error.js';
