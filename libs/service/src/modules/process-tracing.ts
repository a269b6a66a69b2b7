import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { startTracing, type TracedProcess, type Tracing } from '@ndx/telemetry';

/** Traces the process from init to shutdown. */
export class ProcessTracing implements OnModuleInit, OnApplicationShutdown {
  private tracing: Tracing | undefined;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly process: TracedProcess,
    private readonly graceMs: number,
  ) {}

  async onModuleInit(): Promise<void> {
    this.tracing = await startTracing(this.process);
  }

  /** Starts the export of the last spans while other resources close. */
  beginClosing(): void {
    this.closing ??= this.tracing?.close(this.graceMs);
  }

  async onApplicationShutdown(): Promise<void> {
    this.beginClosing();
    await this.closing;
  }
}
