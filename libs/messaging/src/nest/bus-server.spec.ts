import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { EventDeclaration } from '@ndx/contracts';
import { inTransaction } from '@ndx/postgres';
import { createTestDatabase, eventually, type TestDatabase } from '@ndx/testing';
import { Controller, Module, type INestMicroservice, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Registry } from 'prom-client';
import { createBus } from '../bus/create-bus.js';
import type { EventBus, EventEnvelope } from '../bus/port.js';
import { StepTaken, StepWaitedFor, stepTaken, type Step } from '../conformance/events.js';
import { serviceDatabase, type ServiceDatabase } from '../conformance/service-database.js';
import { silent } from '../conformance/silent-logger.js';
import type { EventContext, EventsContext } from '../inbox/event-handler.js';
import { MessagingMetrics } from '../metrics.js';
import { BusServer } from './bus-server.js';
import { Ctx, OnEvent, OnEvents, Payload } from './on-event.js';

class Refusal extends Error {
  readonly code = 'REFUSED';
}

const seen: Step[] = [];
let refuse = false;

@Controller()
class OnStepTaken {
  @OnEvent(StepTaken)
  async handle(@Payload() step: Step, @Ctx() { envelope, manager }: EventContext): Promise<void> {
    await manager.query('select 1');
    if (refuse) throw new Refusal(`not ${envelope.subject}`);
    seen.push(step);
  }
}

@Controller()
class OnStepTakenAgain {
  @OnEvent(StepTaken)
  handle(): void {
    throw new Error('never called');
  }
}

@Controller()
class OnStepsTaken {
  @OnEvents(StepTaken)
  async handle(
    @Payload() steps: readonly Step[],
    @Ctx() { manager }: EventsContext,
  ): Promise<void> {
    await manager.query('select 1');
    if (refuse) throw new Refusal(`not ${steps.length}`);
    seen.push(...steps);
  }
}

describe('the bus server', () => {
  let database: ServiceDatabase;
  let busDatabase: TestDatabase;
  let bus: EventBus;
  let app: INestMicroservice | undefined;
  let registry: Registry;

  beforeEach(async () => {
    seen.length = 0;
    refuse = false;
    database = await serviceDatabase();
    busDatabase = await createTestDatabase();
    bus = createBus({ kind: 'embedded', databaseUrl: busDatabase.url, logger: silent });
    await bus.ensureTopics([StepTaken.topic]);
  });

  afterEach(async () => {
    await app?.close();
    app = undefined;
    await bus.close();
    await busDatabase.drop();
    await database.drop();
  });

  const boot = async (controllers: Type[], events: readonly EventDeclaration[]) => {
    @Module({ controllers })
    class TestModule {}
    registry = new Registry();
    const server = new BusServer({
      service: 'product-query',
      bus,
      dataSource: database.dataSource,
      logger: silent,
      metrics: new MessagingMetrics(registry),
      retry: { pausesMs: [], concurrentKeys: 1 },
      events,
    });
    app = await NestFactory.createMicroservice(TestModule, { strategy: server, logger: false });
    await app.listen();
    return server;
  };
  const publish = (key: string, n: number) =>
    bus.publish([{ topic: StepTaken.topic, key, envelope: stepTaken(key, n) }]);

  const apply = (server: BusServer, ...events: EventEnvelope[]) =>
    inTransaction(database.dataSource, (manager) => server.processor.apply(manager, events));

  test('delivers events to the controllers of the service', async () => {
    const server = await boot([OnStepTaken], [StepTaken]);
    await publish('a', 1);

    await server.subscription.caughtUp();

    expect(seen).toEqual([{ key: 'a', n: 1 }]);
    expect(server.state()).toBe('running');
    expect(await registry.metrics()).toMatch(/messaging_consumer_lag 0/);
  });

  test('passes the error of a handler to the dead letters unchanged', async () => {
    const server = await boot([OnStepTaken], [StepTaken]);
    refuse = true;
    await publish('a', 1);
    await server.subscription.caughtUp();

    expect(await server.deadLetters.list()).toMatchObject([{ error: 'Error: not a' }]);
    await expect(apply(server, stepTaken('b', 2))).rejects.toBeInstanceOf(Refusal);
  });

  test('passes a batch to a handler of several events, and its error to the dead letters', async () => {
    const server = await boot([OnStepsTaken], [StepTaken]);
    await apply(server, stepTaken('a', 1), stepTaken('b', 2));
    expect(seen).toEqual([
      { key: 'a', n: 1 },
      { key: 'b', n: 2 },
    ]);

    refuse = true;
    await publish('c', 3);
    await server.subscription.caughtUp();
    expect(await server.deadLetters.list()).toMatchObject([{ error: 'Error: not 1' }]);
  });

  test('applies events that the bus did not deliver with the same handlers', async () => {
    const server = await boot([OnStepTaken], [StepTaken]);

    await apply(server, stepTaken('a', 1));

    expect(seen).toEqual([{ key: 'a', n: 1 }]);
  });

  test('does not boot without exactly one handler for each event', async () => {
    await expect(boot([], [StepTaken])).rejects.toThrow(`no handler for ${StepTaken.type}`);
    await expect(boot([OnStepTaken, OnStepTakenAgain], [StepTaken])).rejects.toThrow(
      `2 handlers for ${StepTaken.type}`,
    );
    await expect(boot([OnStepTaken], [StepWaitedFor])).rejects.toThrow(
      `a handler for ${StepTaken.type}, which does not name it`,
    );
  });

  test('is caught up when it consumes nothing', async () => {
    const server = await boot([], []);

    await eventually(() => server.subscription.caughtUp());
  });
});
