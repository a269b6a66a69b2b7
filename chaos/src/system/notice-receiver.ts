import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, ManagedProcess, projectRoot } from '@ndx/local-infra';
import type { System } from './system.js';

/** A webhook that the receiver accepted, or did not answer before it was killed. */
export interface Webhook {
  readonly noticeId: string;
  readonly queryId: string;
}

const ENTRY = join(projectRoot(), 'chaos', 'planted', 'notice-receiver.mjs');

/** The receiver of a notice endpoint, a process that is restarted after every exit. */
export class NoticeReceiver {
  private constructor(
    readonly url: string,
    readonly process: ManagedProcess,
    private readonly file: string,
  ) {}

  static async start({ network }: System): Promise<NoticeReceiver> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const file = join(network.dataDir, `webhooks-${port}.jsonl`);
    const process = await ManagedProcess.start({
      name: 'notice receiver',
      entry: ENTRY,
      env: { PORT: String(port), WEBHOOKS_FILE: file },
      readyUrl: url,
      logFile: join(network.dataDir, 'logs', 'notice-receiver.log'),
      restart: true,
      log: () => undefined,
    });
    return new NoticeReceiver(url, process, file);
  }

  /** In the order of arrival, with repetitions. */
  get received(): readonly Webhook[] {
    if (!existsSync(this.file)) return [];
    const lines = readFileSync(this.file, 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as Webhook);
  }
}
