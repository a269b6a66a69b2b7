import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import { RequestShapeError } from '@ndx/api';
import { operationOf } from './handles.js';

const PARTS = ['query', 'body'] as const;

type Part = (typeof PARTS)[number];

/**
 * Refuses a query or a body that the operation does not take. One that it takes is checked by its shape;
 * where there is none, a misspelt or misplaced field would silently widen the request (design 11).
 * A guard, for all it needs is to come first: an interceptor would wrap every request's handling.
 */
@Injectable()
export class UndeclaredParts implements CanActivate {
  /** @throws RequestShapeError for the first field of a part that is not taken */
  canActivate(context: ExecutionContext): boolean {
    if (context.getType() === 'http') refuseUndeclared(context);
    return true;
  }
}

function refuseUndeclared(context: ExecutionContext): void {
  const taken = partsTaken(context);
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  for (const part of PARTS) {
    const value: unknown = request[part];
    if (taken.has(part) || value === undefined || value === null) continue;
    if (typeof value !== 'object' || Array.isArray(value)) {
      throw new RequestShapeError(part, [], 'must be empty');
    }
    const [field] = Object.keys(value);
    if (field !== undefined) throw new RequestShapeError(part, [field], 'is not a known field');
  }
}

/** Asked at every request, and the same for every request of a handler. */
const known = new WeakMap<object, ReadonlySet<Part>>();

function partsTaken(context: ExecutionContext): ReadonlySet<Part> {
  const handler = context.getHandler();
  const operation = operationOf(handler);
  const taken =
    known.get(handler) ??
    (operation
      ? new Set(PARTS.filter((part) => operation.request[part] !== undefined))
      : decoratedParts(context.getClass(), handler.name));
  known.set(handler, taken);
  return taken;
}

/** Of a handler whose operation is not declared yet. */
function decoratedParts(controller: object, method: string): ReadonlySet<Part> {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as object;
  const types = new Set(Object.keys(parameters).map((key) => Number(key.split(':')[0])));
  return new Set(
    PARTS.filter((part) =>
      types.has(part === 'query' ? RouteParamtypes.QUERY : RouteParamtypes.BODY),
    ),
  );
}
