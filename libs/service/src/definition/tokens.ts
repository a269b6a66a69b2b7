/** Injects a service's `ServiceSettings`. */
export const SETTINGS = Symbol('settings');

/** Injects the validated configuration, typed by the service as `ConfigFor<typeof itsSpec>`. */
export const CONFIG = Symbol('config');

/** Injects the address of the service's own database, for statements without TypeORM. */
export const DATABASE_URL = Symbol('database-url');

/** Injects the service's `ProofKeys`. */
export const PROOF_KEYS = Symbol('proof-keys');

/** Injects the pino logger of the process. */
export const LOGGER = Symbol('logger');

/** Injects the common metrics of every service. */
export const METRICS = Symbol('metrics');

/** Injects the configured bus of the process. */
export const BUS = Symbol('bus');
