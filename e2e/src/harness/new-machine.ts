import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { projectRoot } from '@ndx/local-infra';
import type { Exchange } from './exchange.js';
import type { Ran } from './command-line.js';

type Shell = ChildProcessByStdio<null, Readable, Readable>;

/** A command that runs. */
export interface Running {
  /** What it has printed so far. */
  readonly printed: () => string;
  /** Presses Ctrl-C, and waits until the command has ended. */
  readonly interrupt: () => Promise<void>;
}

/** Node's permissions without the network, and without writing; child processes inherit them. */
const OFFLINE = '--permission --allow-fs-read=* --allow-child-process';

/** A machine without the repository: an empty home and folder, and no command of it but `node`. */
export class NewMachine {
  private constructor(
    private readonly addresses: Readonly<Record<string, string>>,
    readonly folder: string,
    private readonly home: string,
  ) {}

  static async open({ network }: Exchange): Promise<NewMachine> {
    const home = await mkdtemp(join(tmpdir(), 'new-machine-'));
    const folder = join(home, 'work');
    await mkdir(folder);
    await mkdir(join(home, 'bin'));
    await symlink(process.execPath, join(home, 'bin', 'node'));
    const { gatewayUrl, tokenUrl } = network.addresses;
    const addresses = {
      'http://localhost:8080': gatewayUrl,
      'http://localhost:8090/token': tokenUrl,
    };
    return new NewMachine(addresses, folder, home);
  }

  write(name: string, content: Buffer): Promise<void> {
    return writeFile(join(this.folder, name), content);
  }

  /** Runs a documented command. @param ids in place of the placeholders in it */
  async run(command: string, ids: Readonly<Record<string, string>> = {}): Promise<Ran> {
    return this.endOf(this.spawn(command, ids));
  }

  /** Runs a documented command that no request can leave. */
  runOffline(command: string): Promise<Ran> {
    return this.endOf(this.spawn(command, {}, { NODE_OPTIONS: OFFLINE }));
  }

  start(command: string): Running {
    const child = this.spawn(`exec ${command}`, {});
    const closed = once(child, 'close');
    return {
      printed: collected(child.stdout),
      interrupt: async () => {
        child.kill('SIGINT');
        await closed;
      },
    };
  }

  close(): Promise<void> {
    return rm(this.home, { recursive: true });
  }

  private async endOf(child: Shell): Promise<Ran> {
    const [stdout, stderr] = [collected(child.stdout), collected(child.stderr)];
    const [status] = (await once(child, 'close')) as [number | null];
    return { status, stdout: stdout(), stderr: stderr() };
  }

  private spawn(
    command: string,
    ids: Readonly<Record<string, string>>,
    variables: Readonly<Record<string, string>> = {},
  ): Shell {
    const real = Object.entries({ ...this.addresses, ...ids }).reduce(
      (text, [documented, actual]) => text.replaceAll(documented, actual),
      command,
    );
    const { PATH = '' } = process.env;
    const outside = PATH.split(delimiter).filter((each) => !each.startsWith(projectRoot()));
    return spawn('bash', ['-c', real], {
      cwd: this.folder,
      env: {
        PATH: [join(this.home, 'bin'), ...outside].join(delimiter),
        HOME: this.home,
        npm_config_prefix: this.home,
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}

function collected(stream: Readable): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return () => text;
}
