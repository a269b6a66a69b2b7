import { join } from 'node:path';
import { spawn, type IPty } from '@lydell/node-pty';
import { projectRoot } from '@ndx/local-infra';

const NDX = join(projectRoot(), 'clients', 'cli', 'bin', 'ndx.js');

/** A command that has ended; `shown` is everything that the terminal received. */
export interface Ended {
  readonly status: number;
  readonly shown: string;
}

/** A run of `ndx` in a pseudo-terminal, as a person sees it. */
export class TerminalRun {
  private text = '';
  private readonly pty: IPty;
  /** Resolves when the command has ended, also when it was killed. */
  readonly ended: Promise<Ended>;

  constructor(args: readonly string[], env: Readonly<Record<string, string>>) {
    // Values of the shell that runs the tests would switch colours off.
    const inherited = Object.entries(process.env).filter(
      ([name]) => !['NO_COLOR', 'FORCE_COLOR', 'CI'].includes(name),
    );
    this.pty = spawn(process.execPath, [NDX, ...args], {
      name: 'xterm-256color',
      cols: 120,
      rows: 40,
      env: { ...Object.fromEntries(inherited), ...env },
    });
    this.pty.onData((data) => {
      this.text += data;
    });
    this.ended = new Promise((resolve) => {
      this.pty.onExit(({ exitCode }) => {
        resolve({ status: exitCode, shown: this.text });
      });
    });
  }

  get shown(): string {
    return this.text;
  }

  type(text: string): void {
    this.pty.write(text);
  }

  kill(): void {
    this.pty.kill('SIGKILL');
  }
}
