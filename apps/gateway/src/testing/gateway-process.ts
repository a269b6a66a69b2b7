import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from '@ndx/testing';

/** A line of the log. */
export type LogLine = Readonly<Record<string, unknown>>;

/** The built gateway as a process of its own, whose log a test reads. */
export class GatewayProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly lines: readonly LogLine[],
    readonly url: string,
    readonly metricsUrl: string,
  ) {}

  /** Resolves when it listens. */
  static async start(variables: NodeJS.ProcessEnv): Promise<GatewayProcess> {
    const main = join(__dirname, '..', '..', 'dist', 'main.js');
    const child = spawn(process.execPath, [main], {
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: LogLine[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(JSON.parse(line) as LogLine);
    });
    const listening = await eventually(() => {
      const line = lines.find(({ msg }) => msg === 'gateway listening');
      if (line === undefined) throw new Error('the gateway does not listen yet');
      return line;
    });
    const { url, metrics_url: metricsUrl } = listening;
    return new GatewayProcess(child, lines, String(url), String(metricsUrl));
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill();
    await ended;
  }
}
