import { once } from 'node:events';
import { Backoff, sleep } from '@ndx/contracts';
import type { ClientBase } from 'pg';

/** A connection that is used for nothing else, until it is released. */
export interface HeldConnection {
  readonly client: ClientBase;
  readonly release: () => Promise<void> | void;
}

export interface NotificationsOptions {
  readonly connect: () => Promise<HeldConnection>;
  /** An SQL identifier. */
  readonly channel: string;
  /**
   * Called with the payload of each notification, and without one after a connection is
   * established, because notifications before it are lost.
   */
  readonly onNotification: (payload?: string) => void;
  /** Called when the connection is lost or cannot be established; it is then tried again. */
  readonly onFailure: (error: unknown) => void;
}

/** Listens on a channel of a Postgres database, and connects again after a lost connection. */
export class Notifications {
  private stopping = new AbortController();
  private readonly backoff = new Backoff(100, 5_000);
  private running: Promise<void> | undefined;
  private listening = false;

  constructor(private readonly options: NotificationsOptions) {}

  /** Whether notifications arrive; while they do not, the caller has to poll. */
  get isListening(): boolean {
    return this.listening;
  }

  /** Has no effect if it runs already. */
  start(): void {
    if (this.running) return;
    this.stopping = new AbortController();
    this.running = this.run(this.stopping.signal);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    this.running = undefined;
  }

  private async run(signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        await this.listen(signal);
      } catch (error) {
        if (signal.aborted) return;
        this.options.onFailure(error);
      } finally {
        this.listening = false;
      }
      await sleep(this.backoff.next(), signal);
    }
  }

  /** @throws when the connection cannot be established, when it ends, and when the signal is aborted */
  private async listen(signal: AbortSignal): Promise<void> {
    const { connect, channel, onNotification } = this.options;
    signal.throwIfAborted();
    const { client, release } = await connect();
    const notify = ({ payload }: { payload?: string | undefined }) => {
      onNotification(payload);
    };
    try {
      client.on('notification', notify);
      await Promise.all([
        once(client, 'end', { signal }),
        client.query(`listen ${channel}`).then(() => {
          this.listening = true;
          this.backoff.reset();
          onNotification();
        }),
      ]);
      throw new Error('the connection was closed');
    } finally {
      client.off('notification', notify);
      await release();
    }
  }
}
