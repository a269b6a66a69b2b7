import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RequestShapeError } from '@ndx/api';
import { operationOf } from './handles.js';

const PARTS = ['query', 'body'] as const;

/**
 * Rejects a query or a body that the operation does not declare. Declared parts are validated by
 * their shape; without one, a misspelt or misplaced field would silently widen the request (design
 * 11). A guard, because it must run first; an interceptor would wrap the handling of every request.
 */
@Injectable()
export class UndeclaredParts implements CanActivate {
  /** @throws RequestShapeError for the first field of an undeclared part */
  canActivate(context: ExecutionContext): boolean {
    if (context.getType() === 'http') refuseUndeclared(context);
    return true;
  }
}

function refuseUndeclared(context: ExecutionContext): void {
  const taken = operationOf(context.getHandler())?.request;
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  for (const part of PARTS) {
    const value: unknown = request[part];
    if (taken?.[part] !== undefined || value === undefined || value === null) continue;
    if (typeof value !== 'object' || Array.isArray(value)) {
      throw new RequestShapeError(part, [], 'must be empty');
    }
    const [field] = Object.keys(value);
    if (field !== undefined) throw new RequestShapeError(part, [field], 'is not a known field');
  }
}
