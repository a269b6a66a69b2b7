import { createRequire } from 'node:module';

/** Starts turbo without usage data, which only its environment can disable. */
process.env.TURBO_TELEMETRY_DISABLED = '1';
createRequire(import.meta.url)('turbo/bin/turbo');
