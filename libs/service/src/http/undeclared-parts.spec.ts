import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Controller } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Module } from '@nestjs/common';
import { declareOperation, Omittable, QueryInteger, RequestShapeError, wire } from '@ndx/api';
import { Asked } from './asked.js';
import { Handles } from './handles.js';
import { UndeclaredParts } from './undeclared-parts.js';

class AnyThing {
  @Omittable()
  @QueryInteger()
  readonly x?: number;
}

const THINGS = {
  path: '/things',
  service: 'entity',
  permission: undefined,
  summary: 'Show what is taken',
  answer: wire.anyObject,
} as const;

const listThings = declareOperation({
  ...THINGS,
  id: 'listThings',
  method: 'GET',
  request: { query: AnyThing },
});
const createThing = declareOperation({
  ...THINGS,
  id: 'createThing',
  method: 'POST',
  request: { body: AnyThing },
});
const removeThings = declareOperation({ ...THINGS, id: 'removeThings', method: 'DELETE' });

@Controller()
class ThingController {
  @Handles(listThings)
  list(@Asked() { query }: Asked<typeof listThings>) {
    return Object.fromEntries<unknown>(Object.entries(query));
  }

  @Handles(createThing)
  create(@Asked() { body }: Asked<typeof createThing>) {
    return Object.fromEntries<unknown>(Object.entries(body));
  }

  @Handles(removeThings)
  remove() {
    return {};
  }
}

@Module({ controllers: [ThingController] })
class ThingModule {}

let app: NestFastifyApplication;
beforeAll(async () => {
  app = await NestFactory.create<NestFastifyApplication>(ThingModule, new FastifyAdapter(), {
    logger: false,
  });
  app.useGlobalGuards(new UndeclaredParts());
  app.useGlobalFilters({
    catch: (error: unknown, host) => {
      const reply = host.switchToHttp().getResponse<{ send(body: object): void }>();
      reply.send({ refusal: error instanceof RequestShapeError ? error.detail : String(error) });
    },
  });
  await app.init();
});
afterAll(() => app.close());

test.each([
  ['GET', '/things?x=1', undefined, { x: 1 }],
  ['POST', '/things', { x: 1 }, { x: 1 }],
  ['DELETE', '/things', undefined, {}],
  ['DELETE', '/things', {}, {}],
  ['POST', '/things?x=1', {}, { refusal: 'query -> x: is not a known field' }],
  ['DELETE', '/things?x=1', undefined, { refusal: 'query -> x: is not a known field' }],
  ['DELETE', '/things', { x: 1 }, { refusal: 'body -> x: is not a known field' }],
  ['DELETE', '/things', ['x'], { refusal: 'body: must be empty' }],
] as const)('%s %s with %j returns %j', async (method, url, payload, answer) => {
  const headers = { 'content-type': 'application/json' };
  const body = payload === undefined ? undefined : JSON.stringify(payload);
  const response = await app.inject({ method, url, ...(body && { headers, payload: body }) });
  expect(response.json()).toEqual(answer);
});
