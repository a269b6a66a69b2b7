import 'reflect-metadata';
import type { ErrorCode } from '@ndx/contracts';

/** What the document says of a public operation, beyond what its routing and its shapes say. */
export interface OperationWords {
  /** A verb and its object, e.g. "Record a consumer's consent". */
  readonly summary: string;
  /** What a caller must know that the shapes do not show. */
  readonly description?: string;
  /** JSON Schema of the 200's body. */
  readonly answer: object;
  /** When a 204 is answered. Such an operation names its query in `X-Ref-Id` (contract 7.3). */
  readonly noResult?: string;
  /** JSON Schema of the request's body, where no class declares it. */
  readonly body?: object;
  /** A body that can succeed, where one with every member said could not. */
  readonly example?: object;
  /** JSON Schema of those members of the body that its class leaves to the code. */
  readonly members?: Readonly<Record<string, object>>;
  /** Request headers by name, each with its JSON Schema. */
  readonly headers?: Readonly<Record<string, object>>;
  /** Said of a POST that only reads, and so is not done once for an `Idempotency-Key`. */
  readonly changesNothing?: true;
  /** Why it is refused, by code; what may happen to any operation is not repeated. */
  readonly refusals?: Readonly<Partial<Record<ErrorCode, string>>>;
}

const WORDS = Symbol('operation-words');

/** Documents a controller's method. */
export function Operation(words: OperationWords): MethodDecorator {
  return (prototype, method) => {
    Reflect.defineMetadata(WORDS, words, prototype, method);
  };
}

/** What `Operation` says of a controller's method, if it is documented. */
export function operationWords(prototype: object, method: string): OperationWords | undefined {
  return Reflect.getMetadata(WORDS, prototype, method) as OperationWords | undefined;
}
