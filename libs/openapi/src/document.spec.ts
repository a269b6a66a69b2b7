import { declareOperation, Nested, Omittable, QueryInteger, Text, Uuid, wire } from '@ndx/api';
import { describe, expect, test } from '@jest/globals';
import { ArrayMaxSize, IsArray, IsOptional, ValidateNested } from 'class-validator';
import { openApiDocument } from './document.js';
import type { JsonSchema } from './json-schema.js';

class LineDto {
  @Text(10)
  readonly text!: string;
}

class PlaceOrderDto {
  @Uuid()
  readonly buyer_id!: string;

  @IsOptional()
  @Text(20)
  readonly note?: string | null;

  @Omittable()
  @ValidateNested({ each: true })
  @Nested(() => LineDto)
  @ArrayMaxSize(3)
  @IsArray()
  readonly lines?: LineDto[];
}

class OrderPath {
  @Uuid()
  readonly order_id!: string;
}

class ListQuery {
  @IsOptional()
  @QueryInteger({ min: 1, max: 100 })
  readonly limit: number = 20;
}

const OrderRecord = wire.record('Order', { id: wire.uuid, note: wire.nullable(wire.text) });

const ofOrders = { service: 'entity', answer: OrderRecord } as const;

const placeOrder = declareOperation({
  ...ofOrders,
  id: 'placeOrder',
  method: 'POST',
  path: '/v1/orders',
  permission: 'network:admin',
  summary: 'Order',
  request: { body: PlaceOrderDto },
  example: { buyer_id: 'a buyer' },
  refusals: ['already_exists', 'role_missing'],
});
const checkOrder = declareOperation({
  ...ofOrders,
  id: 'checkOrder',
  method: 'POST',
  path: '/v1/orders/check',
  permission: 'network:admin',
  summary: 'Check',
  changesNothing: true,
  request: { body: PlaceOrderDto },
});
const listOrders = declareOperation({
  ...ofOrders,
  id: 'listOrders',
  method: 'GET',
  path: '/v1/orders',
  permission: undefined,
  summary: 'List',
  request: { query: ListQuery },
  answer: wire.listOf(OrderRecord),
});
const readOrder = declareOperation({
  ...ofOrders,
  id: 'readOrder',
  method: 'GET',
  path: '/v1/orders/{order_id}',
  permission: 'entity:search',
  summary: 'Read',
  request: { path: OrderPath },
  noResult: 'when there is none',
});

const at = (path: string, method: string) => ['paths', path, method];

describe('the document', () => {
  const document = openApiDocument({
    title: 'Orders',
    description: '',
    version: '1',
    tags: {},
    operations: [checkOrder, placeOrder, listOrders, readOrder].map((operation) => ({
      operation,
      tag: 'Orders',
    })),
  });

  test('describes a body as its class validates it', () => {
    expect(document).toHaveProperty('components.schemas.PlaceOrder', {
      type: 'object',
      required: ['buyer_id'],
      additionalProperties: false,
      properties: {
        buyer_id: { type: 'string', format: 'uuid' },
        note: { type: ['string', 'null'], minLength: 1, maxLength: 20 },
        lines: { type: 'array', maxItems: 3, items: { $ref: '#/components/schemas/Line' } },
      },
    });
    expect(document).toHaveProperty('components.schemas.Line.required', ['text']);
  });

  test('links a created resource to its reads', () => {
    expect(document).toHaveProperty([...at('/v1/orders', 'post'), 'responses', '200', 'links'], {
      readOrder: {
        operationId: 'readOrder',
        parameters: { order_id: '$response.body#/id' },
        description: 'Read.',
      },
    });
    expect(document).not.toHaveProperty([
      ...at('/v1/orders/check', 'post'),
      ...['responses', '200', 'links'],
    ]);
  });

  test('names an operation by its declared id', () => {
    expect(document).toHaveProperty([...at('/v1/orders', 'post'), 'operationId'], 'placeOrder');
  });

  test("has the example of an operation's body", () => {
    const body = ['requestBody', 'content', 'application/json', 'example'];
    expect(document).toHaveProperty([...at('/v1/orders', 'post'), ...body], {
      buyer_id: 'a buyer',
    });
  });

  test('has the types, limits and defaults of a query, and the parameters of a path', () => {
    expect(document).toHaveProperty([...at('/v1/orders', 'get'), 'parameters', '0'], {
      name: 'limit',
      in: 'query',
      required: false,
      description: 'The maximum number of items in the answer.',
      schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 100, default: 20 },
    });
    expect(document).toHaveProperty([...at('/v1/orders/{order_id}', 'get'), 'parameters', '0'], {
      name: 'order_id',
      in: 'path',
      required: true,
      schema: { type: 'string', format: 'uuid' },
    });
  });

  test('lists every response of an operation', () => {
    const statusesOf = (path: string, method: string) => {
      const { paths } = document as {
        paths: Record<string, Record<string, { responses: object }>>;
      };
      return Object.keys(paths[path]?.[method]?.responses ?? {});
    };
    expect(statusesOf('/v1/orders', 'post')).toEqual(
      '200 400 401 403 409 413 422 429 500'.split(' '),
    );
    expect(statusesOf('/v1/orders', 'get')).toEqual('200 413 422 500'.split(' '));
    expect(statusesOf('/v1/orders/{order_id}', 'get')).toEqual(
      '200 204 401 403 413 422 429 500'.split(' '),
    );
  });

  test('has the reference header of a query on both successful responses', () => {
    const reference = { $ref: '#/components/headers/X-Ref-Id' };
    for (const status of ['200', '204']) {
      expect(document).toHaveProperty(
        [...at('/v1/orders/{order_id}', 'get'), 'responses', status, 'headers', 'X-Ref-Id'],
        reference,
      );
    }
  });

  test('has the signature of a query on its result alone', () => {
    const responses = [...at('/v1/orders/{order_id}', 'get'), 'responses'];
    const name = 'Answer-Signature';
    expect(document).toHaveProperty([...responses, '200', 'headers', name], {
      $ref: `#/components/headers/${name}`,
    });
    expect(document).not.toHaveProperty([...responses, '204', 'headers', name]);
    expect(document).not.toHaveProperty([
      ...at('/v1/orders', 'get'),
      'responses',
      '200',
      'headers',
      name,
    ]);
  });

  test('has the idempotency key on every POST that changes something', () => {
    const refer = (component: string) => JSON.stringify({ $ref: `#/components/${component}` });
    const said = (path: string, method: string) =>
      JSON.stringify((document as { paths: Record<string, JsonSchema> }).paths[path]?.[method]);
    const [order, check] = [said('/v1/orders', 'post'), said('/v1/orders/check', 'post')];

    for (const component of ['parameters/Idempotency-Key', 'headers/Idempotency-Replayed']) {
      expect(order).toContain(refer(component));
      expect(check).not.toContain(refer(component));
      expect(said('/v1/orders', 'get')).not.toContain(refer(component));
    }
    expect(order).toContain(
      '`already_exists`: it exists already. `key_reused`: the `Idempotency-Key` was used with another request.',
    );
  });

  test('requires the permission of the operation, or no token', () => {
    expect(document).toHaveProperty(
      [...at('/v1/orders', 'post'), 'security'],
      [{ bearer: ['network:admin'] }],
    );
    expect(document).toHaveProperty([...at('/v1/orders', 'get'), 'security'], []);
  });
});
