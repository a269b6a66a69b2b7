import type { TracedProcess, Tracing, TracingConfig } from './traced-process.js';

const OFF: Tracing = { close: () => Promise.resolve() };

export function isTraced(config: Pick<TracingConfig, 'OTEL_EXPORTER_OTLP_ENDPOINT'>): boolean {
  return config.OTEL_EXPORTER_OTLP_ENDPOINT !== '';
}

/**
 * Traces this process if a collector is configured; otherwise the tracing code is not even loaded.
 */
export async function startTracing(process: TracedProcess): Promise<Tracing> {
  if (!isTraced(process.config)) return OFF;
  const { startSdk } = await import('./sdk.js');
  return startSdk(process);
}
