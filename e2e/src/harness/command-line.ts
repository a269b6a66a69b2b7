import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import { DEMO_NETWORK } from '@ndx/tools/network/demo-network';
import type { Exchange } from './exchange.js';

const NDX = join(projectRoot(), 'clients', 'cli', 'bin', 'ndx.js');

/** A command that has ended. */
export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs of `ndx` with a session of their own. */
export class CommandLine {
  private constructor(
    private readonly exchange: Exchange,
    /** A temporary folder, for the session and for files. */
    readonly folder: string,
    private readonly networkId: string,
  ) {}

  /** @param networkId the network of the commands */
  static async open(exchange: Exchange, networkId = DEMO_NETWORK.id): Promise<CommandLine> {
    return new CommandLine(exchange, await mkdtemp(join(tmpdir(), 'ndx-')), networkId);
  }

  /** @param variables additions to the environment */
  start(
    args: readonly string[],
    variables: Readonly<Record<string, string>> = {},
  ): ChildProcessWithoutNullStreams {
    return spawn(process.execPath, [NDX, ...args], {
      env: {
        ...process.env,
        XDG_CONFIG_HOME: this.folder,
        NDX_NETWORK: this.networkId,
        ...variables,
      },
    });
  }

  run(...args: readonly string[]): Promise<Ran> {
    return ended(this.start(args));
  }

  /** The result of a command as JSON, which it prints without a warning. */
  async json(...args: readonly string[]): Promise<unknown> {
    const { status, stdout, stderr } = await this.run(...args, '--json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return JSON.parse(stdout);
  }

  login({ account }: { readonly account: string }): Promise<Ran> {
    const { tokenUrl } = this.exchange.network.addresses;
    return this.run('login', account, '--url', this.exchange.url, '--token-url', tokenUrl);
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }
}

/** The output of a command, when it has ended. */
export async function ended(child: ChildProcessWithoutNullStreams): Promise<Ran> {
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stdout: await stdout, stderr: await stderr };
}
