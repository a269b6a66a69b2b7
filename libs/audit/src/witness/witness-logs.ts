import { describeError, Pause } from '@ndx/contracts';
import type { Logger } from '@ndx/telemetry';
import { askWitness, type WitnessAnswer } from './ask-witness.js';
import type { WitnessedLog, WitnessedLogs } from './witnessed-logs.js';
import type { WitnessMetrics } from './witness-metrics.js';

const EVERY_MS = 5_000;
/** A witness is asked again for the same checkpoint, so that the time of its cosignature is recent. */
const REFRESH_MS = 300_000;

export interface WitnessingOptions {
  readonly logs: WitnessedLogs;
  /** The origins to which the operator permits requests. */
  readonly origins: readonly string[];
  readonly metrics: WitnessMetrics;
  readonly logger: Logger;
}

/**
 * Asks the witnesses of the audit logs for cosignatures, in the background. The replicas of a
 * service ask independently: a witness that has cosigned a checkpoint cosigns it again.
 */
export class WitnessLogs {
  private readonly pause = new Pause();
  private readonly stopped = new AbortController();
  private running: Promise<void> | undefined;
  private refusals: readonly string[] = [];
  private lastError: unknown;

  constructor(private readonly options: WitnessingOptions) {}

  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    this.pause.wake();
    await this.running;
  }

  /** Why witnesses do not cosign; undefined when they do. */
  warning(): string | undefined {
    if (this.lastError !== undefined) {
      return `the witnesses of the audit log cannot be asked: ${describeError(this.lastError)}`;
    }
    const [first, ...more] = this.refusals;
    if (first === undefined) return undefined;
    return more.length > 0 ? `${first}, and ${more.length} more` : first;
  }

  /** Asks the witnesses of the logs that have grown, or whose cosignatures are not recent. */
  async ask(): Promise<void> {
    const { logs, metrics } = this.options;
    const listed = await logs.list();
    const due = listed.filter((log) => isDue(log));
    await Promise.all(due.map((log) => this.witness(log)));
    const witnessed = due.length > 0 ? await logs.list() : listed;
    metrics.witnessed(witnessed.map(({ witnessedAt }) => witnessedAt));
    this.refusals = witnessed.flatMap(refusalOf);
  }

  private async run(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      try {
        await this.ask();
        this.lastError = undefined;
      } catch (error) {
        this.lastError = error;
        const { logger } = this.options;
        logger.warn({ err: error }, 'asking the witnesses of the audit log failed; retrying');
      }
      await this.pause.sleep(EVERY_MS);
    }
  }

  private async witness(log: WitnessedLog): Promise<void> {
    const { logs } = this.options;
    const answer = await this.answerOf(log);
    if (answer.kind === 'cosigned') await logs.cosigned(log, answer.signature, answer.at);
    else await logs.refused(log, reasonOf(answer, log));
  }

  /** The size that a witness knows is its own word; it is asked again with a proof from there. */
  private async answerOf(log: WitnessedLog): Promise<WitnessAnswer> {
    if (!this.options.origins.includes(originOf(log.url))) {
      return { kind: 'refused', reason: 'the operator does not allow its url' };
    }
    try {
      const answer = await this.askFrom(log, Math.min(log.witnessedSize, log.size));
      if (answer.kind !== 'conflict' || answer.size > log.size) return answer;
      return await this.askFrom(log, answer.size);
    } catch (error) {
      return { kind: 'refused', reason: describeError(error) };
    }
  }

  private async askFrom(log: WitnessedLog, oldSize: number): Promise<WitnessAnswer> {
    const proof = await this.options.logs.proof(log, oldSize);
    return askWitness(log, { oldSize, proof }, this.stopped.signal);
  }
}

function isDue({ size, witnessedSize, witnessedAt }: WitnessedLog): boolean {
  return size !== witnessedSize || Date.now() - witnessedAt.getTime() > REFRESH_MS;
}

function reasonOf(answer: Exclude<WitnessAnswer, { kind: 'cosigned' }>, log: WitnessedLog): string {
  if (answer.kind === 'refused') return answer.reason;
  return answer.size > log.size
    ? `it cosigned ${answer.size} entries, and the log has ${log.size}: the log lost entries`
    : 'it cosigned another size meanwhile';
}

function refusalOf({ network, verifier_key: key, refusal }: WitnessedLog): string[] {
  const [name = ''] = key.split('+');
  return refusal === null ? [] : [`no cosignature of ${name} for network ${network}: ${refusal}`];
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}
