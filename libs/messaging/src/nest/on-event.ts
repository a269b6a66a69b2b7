import type { EventDeclaration } from '@ndx/contracts';
import { applyDecorators, Catch, UseFilters, type RpcExceptionFilter } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { throwError, type Observable } from 'rxjs';

export { Ctx, Payload } from '@nestjs/microservices';

/**
 * Nest would turn an error of a handler into a text for a caller that there is none of; this keeps
 * it as it was thrown, for the processor to judge.
 */
@Catch()
class PassErrorsOn implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * Makes a method of a controller the handler of a declared event. It takes `@Payload()`, checked
 * against the declaration, and `@Ctx() context: EventContext`, whose transaction it writes in.
 */
export function OnEvent({ type }: Pick<EventDeclaration, 'type'>): MethodDecorator {
  return handlerOf(type, { takesSeveral: false });
}

/**
 * The same for a method that takes several events at once, as it does where a statement for many
 * rows costs little more than one for a single row: `@Payload()` is a list, in the events' order,
 * and `@Ctx()` an `EventsContext`.
 */
export function OnEvents({ type }: Pick<EventDeclaration, 'type'>): MethodDecorator {
  return handlerOf(type, { takesSeveral: true });
}

/** What Nest keeps beside the pattern of a handler. */
export interface HandlerExtras {
  readonly takesSeveral: boolean;
}

function handlerOf(type: string, extras: HandlerExtras): MethodDecorator {
  // Of Nest's overloads, the one for a name that no table of types lists.
  const pattern: (name: string, extras: object) => MethodDecorator = EventPattern;
  return applyDecorators(pattern(type, extras), UseFilters(new PassErrorsOn()));
}
