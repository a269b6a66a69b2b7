import type { Tracer } from '@opentelemetry/api';

let current: Tracer | undefined;

/** The tracer of this process; undefined while tracing is off. */
export function currentTracer(): Tracer | undefined {
  return current;
}

/** Switches tracing on for the whole process or, with undefined, off. */
export function useTracer(tracer: Tracer | undefined): void {
  current = tracer;
}
