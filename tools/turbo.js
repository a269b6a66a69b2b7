import { createRequire } from 'node:module';

/** Starts turbo. It sends usage data unless its environment forbids it; turbo.json has no such setting. */
process.env.TURBO_TELEMETRY_DISABLED = '1';
createRequire(import.meta.url)('turbo/bin/turbo');
