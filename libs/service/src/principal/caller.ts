import { DomainError, type Principal } from '@ndx/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { SignedCaller, SignedUser } from './signed-principal.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the principal hook on every route except health and metrics. */
    caller?: SignedCaller;
  }
}

/** The account of a request. @throws AUTHENTICATION_REQUIRED for a service's own call */
export function principalOf(request: Pick<FastifyRequest, 'caller'>): Principal {
  if (request.caller?.kind !== 'account') {
    throw new DomainError('principal_missing', 'the principal has no account');
  }
  return request.caller.principal;
}

/** Controller parameter: the account of the request. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Principal =>
  principalOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** Controller parameter: the user of the request. @throws AUTHENTICATION_REQUIRED for other callers */
export const User = createParamDecorator((_: unknown, context: ExecutionContext): SignedUser => {
  const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
  if (caller?.kind === 'user') return caller.user;
  throw new DomainError('principal_missing', 'the principal has no user');
});
