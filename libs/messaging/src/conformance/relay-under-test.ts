import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';
import { eventually } from '@ndx/testing';
import type { Publication, RelayProcessOptions } from './relay-process.js';

const RELAY = `
  import { runRelayProcess } from './dist/conformance/relay-process.js';
  await runRelayProcess(JSON.parse(process.argv[1]));`;

/** A relay in a process of its own, which runs the build. */
export class RelayUnderTest {
  readonly ended: Promise<unknown>;
  private readonly child: ChildProcess;
  private said = '';

  constructor(options: RelayProcessOptions) {
    const args = ['--input-type=module', '-e', RELAY, JSON.stringify(options)];
    const cwd = join(projectRoot(), 'libs', 'messaging');
    this.child = spawn(process.execPath, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
    this.child.stdout?.on('data', (text: Buffer) => (this.said += text.toString()));
    this.ended = new Promise((resolve) => this.child.once('exit', resolve));
  }

  /** The publications of the relay. */
  get publications(): Publication[] {
    const lines = this.said.split('\n').slice(0, -1);
    return lines
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Publication);
  }

  async says(line: string): Promise<void> {
    await eventually(
      () => {
        if (!this.said.split('\n').includes(line)) throw new Error(`it has not printed "${line}"`);
      },
      { timeoutMs: 40_000 },
    );
  }

  /** Releases the relay's mark of its sent events. */
  releaseMark(): void {
    this.child.stdin?.write('\n');
  }

  kill(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): void {
    this.child.kill(signal);
  }
}
