import { EVENTS, type EventDeclaration, type StatefulServiceName } from '@ndx/contracts';
import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { DataSource } from 'typeorm';
import { IDLE_SUBSCRIPTION } from '../bus/idle-subscription.js';
import type {
  BusOutage,
  DeliveredBatch,
  EventBus,
  Subscription,
  SubscriptionState,
} from '../bus/port.js';
import { DeadLetters } from '../dead-letters/dead-letters.js';
import type { EventHandler, EventHandlers } from '../inbox/event-handler.js';
import { EventProcessor, type EventProcessorOptions } from '../inbox/event-processor.js';
import { LogPositions, MissedEventsError } from '../inbox/log-positions.js';
import { recoverMissedEvents, rewindToPositions } from '../inbox/recover-missed-events.js';
import type { RetryPolicy } from '../inbox/retry-policy.js';
import type { MessagingLogger } from '../logger.js';
import type { MessagingMetrics } from '../metrics.js';
import { checkHandlers } from './check-handlers.js';
import type { HandlerExtras } from './on-event.js';

export interface BusServerOptions {
  /** The service: its consumer group and the owner of the inbox. */
  readonly service: StatefulServiceName;
  readonly bus: EventBus;
  readonly dataSource: DataSource;
  readonly logger: MessagingLogger;
  readonly metrics?: MessagingMetrics;
  readonly retry?: RetryPolicy;
  /** Called with rejected rows, as in `EventProcessorOptions`. */
  readonly onOvertaken?: EventProcessorOptions['onOvertaken'];
  /** The declared events; tests pass their own. */
  readonly events?: readonly EventDeclaration[];
}

/** A Nest microservice on a bus: controllers with `@OnEvent` methods handle its events. */
export class BusServer extends Server<never, never> implements CustomTransportStrategy {
  /** Discards Nest's log: errors reach the processor, which retries and parks. */
  override readonly propagatesEventHandlerErrors = true;
  private readonly metrics: MessagingMetrics | undefined;
  private askingTheBus: Promise<BusOutage | undefined> | undefined;
  private running: Subscription = IDLE_SUBSCRIPTION;
  private built: EventProcessor | undefined;

  constructor(private readonly options: BusServerOptions) {
    super();
    this.metrics = options.metrics;
    this.metrics?.observeDatabase(options.dataSource);
  }

  /**
   * Applies events; exists from the connection of the microservice, before it listens.
   * @throws EventHandlersError when the handlers do not match the declarations
   */
  get processor(): EventProcessor {
    this.built ??= this.buildProcessor();
    return this.built;
  }

  get deadLetters(): DeadLetters {
    return new DeadLetters(this.options.dataSource, this.processor);
  }

  /** Idle while the service does not listen, or consumes nothing. */
  get subscription(): Subscription {
    return this.running;
  }

  state(): SubscriptionState {
    return this.running.state();
  }

  /** The outage of the bus for all clients, whatever the subscription reports. */
  busOutage(): Promise<BusOutage | undefined> {
    // Concurrent callers share one request to the bus.
    this.askingTheBus ??= this.options.bus.outage().finally(() => {
      this.askingTheBus = undefined;
    });
    return this.askingTheBus;
  }

  /**
   * Applies the events on the bus that the database does not have, because it lost them.
   * @returns when it has all events that were on the bus at the time of the call
   */
  recoverMissedEvents(signal: AbortSignal): Promise<void> {
    return recoverMissedEvents(this.running, this.positions, signal);
  }

  listen(callback: (error?: unknown) => void): void {
    this.subscribe().then(() => callback(), callback);
  }

  async close(): Promise<void> {
    await this.running.stop();
  }

  /** A service handles only events; this transport has no others. */
  on(): never {
    throw new Error('the bus has no events of its own');
  }

  unwrap(): never {
    throw new Error('the bus is reached through its port');
  }

  /** @throws EventHandlersError when the handlers do not match the declarations */
  async subscribe(): Promise<void> {
    const { processor } = this;
    const topics = [...processor.handlers.values()].map(({ declaration }) => declaration.topic);
    if (topics.length === 0) return;
    this.running = await this.options.bus.subscribe({
      group: this.options.service,
      topics: [...new Set(topics)],
      onBatch: (batch, progressed) => this.onBatch(batch, progressed),
    });
    // Before direct deliveries: without applied events, the database lacks all of them.
    await this.positions.align(await this.running.progress());
    this.metrics?.observeLag(this.running);
  }

  private get positions(): LogPositions {
    return new LogPositions(this.options.dataSource, this.options.service);
  }

  private async onBatch(batch: DeliveredBatch, progressed: () => void): Promise<void> {
    try {
      await this.processor.onBatch(batch, progressed);
    } catch (error) {
      if (error instanceof MissedEventsError) {
        this.options.logger.warn(
          { err: error },
          'reading the bus again from the last applied event',
        );
        await rewindToPositions(this.running, this.positions);
      }
      throw error;
    }
  }

  private buildProcessor(): EventProcessor {
    const { service, dataSource, logger, retry, onOvertaken, events = EVENTS } = this.options;
    checkHandlers(service, [...this.messageHandlers].flatMap(eachHandler), events);
    const handlers: EventHandlers = new Map(
      events.flatMap((declaration) => {
        const handler = this.messageHandlers.get(declaration.type);
        return handler ? [asEventHandler(declaration, handler)] : [];
      }),
    );
    return new EventProcessor({
      dataSource,
      consumer: service,
      handlers,
      logger,
      ...(retry && { retry }),
      ...(onOvertaken && { onOvertaken }),
      ...(this.metrics && { metrics: this.metrics }),
    });
  }
}

/** Nest chains the handlers of one pattern; the type once for each of them. */
function eachHandler([type, first]: [string, MessageHandler]): string[] {
  const types: string[] = [];
  for (let at: MessageHandler | undefined = first; at; at = at.next) types.push(type);
  return types;
}

function asEventHandler(
  declaration: EventDeclaration,
  handler: MessageHandler,
): [string, EventHandler] {
  const call = async (payload: unknown, context: unknown): Promise<void> => {
    const result: unknown = await handler(payload, context);
    // Nest returns an error of the handler, too, as a stream.
    if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
  };
  const { takesSeveral } = handler.extras as Partial<HandlerExtras>;
  return [
    declaration.type,
    takesSeveral === true ? { declaration, handleAll: call } : { declaration, handle: call },
  ];
}
