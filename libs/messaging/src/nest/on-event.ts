import type { EventDeclaration } from '@ndx/contracts';
import { applyDecorators, Catch, UseFilters, type RpcExceptionFilter } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { throwError, type Observable } from 'rxjs';

export { Ctx, Payload } from '@nestjs/microservices';

/**
 * Passes the error of a handler to the processor unchanged; Nest would convert it to a text for a
 * caller.
 */
@Catch()
class PassErrorsOn implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * Makes a method of a controller the handler of a declared event. It gets `@Payload()`, validated
 * against the declaration, and `@Ctx() context: EventContext`, with the transaction to write in.
 */
export function OnEvent({ type }: Pick<EventDeclaration, 'type'>): MethodDecorator {
  return handlerOf(type, { takesSeveral: false });
}

/**
 * The same for a method that handles several events in one call, for statements that cost little
 * more for many rows than for one: `@Payload()` is a list, in the events' order, and `@Ctx()` an
 * `EventsContext`.
 */
export function OnEvents({ type }: Pick<EventDeclaration, 'type'>): MethodDecorator {
  return handlerOf(type, { takesSeveral: true });
}

/** The data that Nest keeps beside the pattern of a handler. */
export interface HandlerExtras {
  readonly takesSeveral: boolean;
}

function handlerOf(type: string, extras: HandlerExtras): MethodDecorator {
  // Selects Nest's overload for a name that is not in a type table.
  const pattern: (name: string, extras: object) => MethodDecorator = EventPattern;
  return applyDecorators(pattern(type, extras), UseFilters(new PassErrorsOn()));
}
