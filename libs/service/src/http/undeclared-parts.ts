import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import { RequestShapeError } from './request-shape-error.js';

const PARTS = [
  ['query', RouteParamtypes.QUERY],
  ['body', RouteParamtypes.BODY],
] as const;

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
  for (const [part, type] of PARTS) {
    const value: unknown = request[part];
    if (taken.has(type) || value === undefined || value === null) continue;
    if (typeof value !== 'object' || Array.isArray(value)) {
      throw new RequestShapeError(part, [], 'must be empty');
    }
    const [field] = Object.keys(value);
    if (field !== undefined) throw new RequestShapeError(part, [field], 'is not a known field');
  }
}

/** Asked at every request, and the same for every request of a handler. */
const known = new WeakMap<object, ReadonlySet<number>>();

function partsTaken(context: ExecutionContext): ReadonlySet<number> {
  const handler = context.getHandler();
  const taken = known.get(handler) ?? declaredParts(context.getClass(), handler.name);
  known.set(handler, taken);
  return taken;
}

function declaredParts(controller: object, method: string): ReadonlySet<number> {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as object;
  return new Set(Object.keys(parameters).map((key) => Number(key.split(':')[0])));
}
