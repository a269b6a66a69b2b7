import { newId } from '@ndx/contracts';
import type { ModelState, Step } from '@ndx/formal';
import type { OutgoingEvent } from '@ndx/messaging';
import { expectedState, NONE, observedState, type ObservedState } from './observed-state.js';
import type { PairOfServices } from './pair-of-services.js';
import type { ReplayedAggregate } from './replayed-aggregate.js';
import { subscribersRows, ownersRows, RowSnapshots } from './row-snapshots.js';

/** A request without an answer so far. */
interface InFlight {
  readonly requestId: string;
  readonly answer: Promise<number>;
}

/** Applies the steps of a trace to an aggregate of the real services. */
export class ModelReplay {
  private readonly writers = new Map<number, InFlight>();
  private readonly log: OutgoingEvent[] = [];
  private readonly owner: RowSnapshots;
  private readonly subscriber: RowSnapshots;

  /** The real event of each number of the model. */
  private readonly events = new Map<number, string>();

  private constructor(
    private readonly services: PairOfServices,
    private readonly aggregate: ReplayedAggregate,
  ) {
    this.owner = new RowSnapshots(services.owner, () => ownersRows(aggregate));
    this.subscriber = new RowSnapshots(services.productQuery, () =>
      subscribersRows(aggregate, this.events.values()),
    );
  }

  static async begin(
    services: PairOfServices,
    aggregate: ReplayedAggregate,
    [first]: readonly ModelState[],
  ): Promise<ModelReplay> {
    const replay = new ModelReplay(services, aggregate);
    if (first && first.owner.head !== NONE) await replay.know(first.owner.head);
    return replay;
  }

  observed(): Promise<ObservedState> {
    return observedState(this.services, this.aggregate, this.events);
  }

  expected(state: ModelState): ObservedState {
    return expectedState(state, this.aggregate, this.events);
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
        // The bus of product-query has only what was consumed: nothing is missing there.
        if (step.op === 'missed') return;
        await this.subscriber.take();
        return this.consume(step.index);
      case 'park':
        return this.park(step.index);
      case 'redrive':
        await this.subscriber.take();
        await this.services.productQuery.command('redrive', '--key', this.aggregate.id);
        return;
      case 'loseOwnerCommits':
        return this.owner.putBack(step.index);
      case 'loseSubscriberCommits':
        return this.loseSubscriberCommits(step.index);
      case 'recoverBus':
        return;
      case 'confirmBus':
        await this.subscriber.take();
        return this.services.confirmed('bus');
      case 'compareAtOnce':
        return this.compare(step, nextId - 1);
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
    await this.owner.take();
    this.writers.set(writer, { requestId, answer: this.aggregate.change(op, requestId) });
    await this.services.gate.arrival(requestId);
    await this.know(event);
  }

  private async deliver({ name, writer, answer }: Step): Promise<void> {
    const { gate } = this.services;
    const { requestId } = this.writerOf(writer);
    if (name !== 'deliverNothing') {
      await this.subscriber.take();
      await gate.forward(requestId);
    }
    if (answer === '') return;
    if (name === 'deliver') gate.release(requestId);
    else gate.cut(requestId);
    await this.requireAnswer(writer, answer);
  }

  private async settle({ writer, op, answer }: Step, event: number): Promise<void> {
    const { gate } = this.services;
    const { requestId } = this.writerOf(writer);
    const isRepaired = op === 'ahead' || op === 'gap';
    if (isRepaired) await this.owner.take();
    gate.release(requestId);
    if (answer === '') await gate.arrival(requestId);
    else await this.requireAnswer(writer, answer);
    if (isRepaired) await this.know(event);
  }

  private async relay(): Promise<void> {
    await this.owner.take();
    this.log.push(...(await this.services.relay(this.aggregate.id)));
  }

  private async consume(index: number): Promise<void> {
    const event = this.log[index];
    if (!event) throw new Error(`the log has no event ${index}`);
    await this.services.productQuery.consume(event);
  }

  /** The handler fails each time: a table that it uses is missing. */
  private async park(index: number): Promise<void> {
    const { productQuery } = this.services;
    const table = this.aggregate.handlersTable;
    await this.subscriber.take();
    await productQuery.sql(`alter table ${table} rename to ${table}_away`);
    await this.consume(index);
    await productQuery.sql(`alter table ${table}_away rename to ${table}`);
  }

  /** The server starts again, as after a failover or a restore, and no query is answered. */
  private async loseSubscriberCommits(index: number): Promise<void> {
    await this.subscriber.putBack(index);
    await this.services.restartSubscriber();
    const status = await this.aggregate.query();
    if (status !== 500) throw new Error(`a query of an unconfirmed read model is a ${status}`);
  }

  /** Lets the owner compare all its aggregates with the read models. */
  private async compare({ op }: Step, event: number): Promise<void> {
    const { services } = this;
    const isRepaired = op === 'ahead' || op === 'gap';
    if (isRepaired) await this.owner.take();
    await this.subscriber.take();
    services.gate.openTo(new Set([...this.writers.values()].map(({ requestId }) => requestId)));
    await services.confirmed();
    services.gate.close();
    if (isRepaired) await this.know(event);
  }

  /** The owner's last event has the number in the model. */
  private async know(event: number): Promise<void> {
    const [head] = await this.services.owner.sql<{ event_id: string }>(
      'select event_id from aggregate_head where key = $1',
      [this.aggregate.id],
    );
    if (!head) throw new Error('the aggregate has no head');
    this.events.set(event, head.event_id);
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
