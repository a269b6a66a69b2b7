import { newId, topicOf } from '@ndx/contracts';
import type { ModelState, Step } from '@ndx/formal';
import type { EventEnvelope } from '@ndx/messaging';
import { expectedState, observedState, type ObservedState } from './observed-state.js';
import { OwnerSnapshots } from './owner-snapshots.js';
import type { PairOfServices } from './pair-of-services.js';
import { ReplayedConsent } from './replayed-consent.js';

/** A request without an answer so far. */
interface InFlight {
  readonly requestId: string;
  readonly answer: Promise<number>;
}

/** Applies the steps of a trace to a consent of the real services. */
export class ModelReplay {
  private readonly writers = new Map<number, InFlight>();
  private readonly log: EventEnvelope[] = [];
  private readonly snapshots: OwnerSnapshots;

  private constructor(
    private readonly services: PairOfServices,
    private readonly consent: ReplayedConsent,
    /** The real event of each number of the model. */
    private readonly events: Map<number, string>,
  ) {
    this.snapshots = new OwnerSnapshots(services.consent, consent.id);
  }

  static async begin(services: PairOfServices): Promise<ModelReplay> {
    const consent = await ReplayedConsent.record(services);
    return new ModelReplay(services, consent, new Map([[1, await consent.head()]]));
  }

  observed(): Promise<ObservedState> {
    return observedState(this.services, this.consent, this.events);
  }

  expected(state: ModelState): ObservedState {
    return expectedState(state, this.events);
  }

  /** @throws Error when a request gets another answer than in the model */
  async take(step: Step, { nextId }: ModelState): Promise<void> {
    switch (step.name) {
      case 'init':
        return;
      case 'commit':
        return this.commit(step, nextId - 1);
      case 'deliver':
      case 'deliverUnanswered':
      case 'deliverNothing':
        return this.deliver(step);
      case 'settle':
        return this.settle(step, nextId - 1);
      case 'relay':
        return this.relay();
      case 'consume':
        return this.consume(step.index);
      case 'park':
        return this.park(step.index);
      case 'redrive':
        return this.services.productQuery.command('redrive', '--key', this.consent.id);
      case 'loseOwnerCommits':
        return this.snapshots.putBack(step.index);
      default:
        throw new Error(`the replay does not know the step ${step.name}`);
    }
  }

  /** Ends the requests that a trace leaves without an answer. */
  async end(): Promise<void> {
    for (const { requestId, answer } of this.writers.values()) {
      this.services.gate.cut(requestId);
      await answer;
    }
  }

  private async commit({ writer, op }: Step, event: number): Promise<void> {
    const requestId = newId();
    await this.snapshots.take();
    this.writers.set(writer, { requestId, answer: this.consent.change(op, requestId) });
    await this.services.gate.arrival(requestId);
    this.events.set(event, await this.consent.head());
  }

  private async deliver({ name, writer, answer }: Step): Promise<void> {
    const { gate } = this.services;
    const { requestId } = this.writerOf(writer);
    if (name !== 'deliverNothing') await gate.forward(requestId);
    if (answer === '') return;
    if (name === 'deliver') gate.release(requestId);
    else gate.cut(requestId);
    await this.requireAnswer(writer, answer);
  }

  private async settle({ writer, op, answer }: Step, event: number): Promise<void> {
    const { gate } = this.services;
    const { requestId } = this.writerOf(writer);
    if (op === 'ahead') await this.snapshots.take();
    gate.release(requestId);
    if (answer === '') await gate.arrival(requestId);
    else await this.requireAnswer(writer, answer);
    if (op === 'ahead') this.events.set(event, await this.consent.head());
  }

  private async relay(): Promise<void> {
    await this.snapshots.take();
    this.log.push(...(await this.snapshots.outbox()));
    await this.services.relay();
  }

  private async consume(index: number): Promise<void> {
    const envelope = this.log[index];
    if (!envelope) throw new Error(`the log has no event ${index}`);
    const topic = topicOf('consent');
    await this.services.productQuery.consume({ topic, key: this.consent.id, envelope });
  }

  /** The handler fails each time: a table that it reads is missing. */
  private async park(index: number): Promise<void> {
    const { productQuery } = this.services;
    await productQuery.sql('alter table consent_end rename to consent_end_away');
    await this.consume(index);
    await productQuery.sql('alter table consent_end_away rename to consent_end');
  }

  private async requireAnswer(writer: number, expected: string): Promise<void> {
    const status = await this.writerOf(writer).answer;
    this.writers.delete(writer);
    if (String(status) !== expected) throw new Error(`status ${status} instead of ${expected}`);
  }

  private writerOf(writer: number): InFlight {
    const inFlight = this.writers.get(writer);
    if (!inFlight) throw new Error(`request ${writer} is not in flight`);
    return inFlight;
  }
}
