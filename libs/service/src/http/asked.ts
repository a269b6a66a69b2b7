import { readRequest, type RequestOf, type Operation } from '@ndx/api';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { operationOf } from './handles.js';

/** A request to an operation, validated against its declaration. */
export type Asked<O extends Operation> = RequestOf<O>;

/**
 * Controller parameter: the validated parts of the request. @throws RequestShapeError for the first
 * fault
 */
export const Asked = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const operation = operationOf(context.getHandler());
  if (!operation) throw new Error(`${context.getHandler().name} handles no operation`);
  return readRequest(operation, context.switchToHttp().getRequest<FastifyRequest>());
});
