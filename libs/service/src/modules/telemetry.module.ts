import { Module, type DynamicModule } from '@nestjs/common';
import { AccessLog, createRegistry, Registry, type TracedProcess } from '@ndx/telemetry';
import { ProcessTracing } from './process-tracing.js';

export interface TelemetryOptions extends Omit<TracedProcess, 'registry'> {
  readonly config: TracedProcess['config'] & {
    readonly LOG_LEVEL: string;
    readonly SHUTDOWN_GRACE_MS: number;
  };
}

/**
 * Metrics, access log and traces of a process. The root module closes the access log first; tracing
 * closes last.
 */
@Module({})
export class TelemetryModule {
  static forRoot(options: TelemetryOptions): DynamicModule {
    const { name, config } = options;
    return {
      module: TelemetryModule,
      global: true,
      providers: [
        { provide: Registry, useFactory: () => createRegistry(name, config.ENVIRONMENT) },
        {
          provide: AccessLog,
          useFactory: () => new AccessLog(name, config.LOG_LEVEL),
        },
        {
          provide: ProcessTracing,
          inject: [Registry],
          useFactory: (registry: Registry) =>
            new ProcessTracing({ ...options, registry }, config.SHUTDOWN_GRACE_MS),
        },
      ],
      exports: [Registry, AccessLog, ProcessTracing],
    };
  }
}
