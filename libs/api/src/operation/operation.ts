import type { ObjectShape, JsonSchema } from '@ndx/catalog';
import type { Permission, Reason, ServiceName } from '@ndx/contracts';
import type { TSchema } from 'typebox';
import type { ShapeClass } from '../shapes/read-shape.js';
import type { Of } from '../shapes/wire.js';
import type { WordTable } from '../words/words.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A body that the catalogue declares: its validation, and its JSON Schema. */
export interface CatalogueShape {
  readonly shape: ObjectShape;
  readonly schema: JsonSchema;
}

/** A body that a schema declares: a body between services that is not an object. */
export interface SchemaShape<S extends TSchema> {
  readonly schema: S;
  readonly shape?: undefined;
}

/** A request header. */
export interface HeaderShape<T> {
  readonly schema: JsonSchema;
  /** @throws RequestShapeError when the value is not valid */
  readonly read: (value: string | undefined) => T;
}

/** The parts of a request to an operation; other parts are rejected. */
export interface RequestShapes {
  readonly path?: ShapeClass;
  readonly query?: ShapeClass;
  readonly body?: ShapeClass | CatalogueShape | SchemaShape<TSchema>;
  /** Headers by name, in lower case. */
  readonly headers?: Readonly<Record<string, HeaderShape<unknown>>>;
}

interface Declaration<R extends RequestShapes, A extends TSchema> {
  /** Unique among all operations, e.g. `createAttestation`. */
  readonly id: string;
  readonly method: Method;
  /** The path as in the contract, e.g. `/v1/consent/consumer/{consent_id}`. */
  readonly path: `/${string}`;
  readonly request?: R;
  /** Schema of the 200's body. */
  readonly answer: A;
}

interface PublicDeclaration<R extends RequestShapes, A extends TSchema>
  extends Declaration<R, A>, Words {
  /** The service that handles it; undefined for operations that every service has. */
  readonly service: ServiceName | undefined;
  /** The permission that the caller's token needs; undefined for public operations. */
  readonly permission: Permission | undefined;
  /**
   * Set on an operation for a person who signed in at the identity provider and need not have an
   * account, in place of the permission (decision 0129).
   */
  readonly forUsers?: true;
  /** Whether the caller's institution is billed for it (contract 1). */
  readonly billable?: true;
  /** Set on an operation that only a sandbox has: a 404 in other environments. */
  readonly sandboxOnly?: true;
  /**
   * Set on an operation that changes what existing accounts of an institution may do: of the one
   * that its path names, otherwise of the caller's. The gateway that answers looks them up again.
   */
  readonly changesAccounts?: true;
  /** The last parameter of the path, if it takes the rest of the path with its slashes. */
  readonly restOfPath?: string;
  /** Set on a POST that only reads, which is therefore not executed once per `Idempotency-Key`. */
  readonly changesNothing?: true;
}

/** The content of the OpenAPI document for an operation, beside its shapes. */
interface Words {
  /** A verb and its object, e.g. "Record a consumer's consent". */
  readonly summary: string;
  /** Information for callers that the shapes do not show. */
  readonly description?: string;
  /** The condition of a 204. Such an operation returns `X-Ref-Id` (contract 7.3). */
  readonly noResult?: string;
  /** A valid body, for shapes in which a body with every member would be invalid. */
  readonly example?: object;
  /** JSON Schema of the members of the body that its class leaves to the code. */
  readonly members?: Readonly<Record<string, JsonSchema>>;
  /** The reasons for rejection; those common to all operations are not repeated. */
  readonly refusals?: readonly Reason[];
  /** Sentences and examples of the members of its shapes that no other operation has. */
  readonly words?: WordTable;
}

interface Shaped<R extends RequestShapes, A extends TSchema> extends Declaration<R, A> {
  readonly request: R;
}

/** An operation that institutions call through the gateway. */
export interface PublicOperation<
  R extends RequestShapes = RequestShapes,
  A extends TSchema = TSchema,
>
  extends Shaped<R, A>, Words {
  readonly visibility: 'public';
  /** Undefined for operations that every service has; `@ndx/service` handles them. */
  readonly service: ServiceName | undefined;
  readonly permission: Permission | undefined;
  /** Whether a person without an account may call it. */
  readonly forUsers: boolean;
  readonly billable: boolean;
  readonly sandboxOnly: boolean;
  readonly changesAccounts: boolean;
  /** The last parameter of the path, if it takes the rest of the path with its slashes. */
  readonly restOfPath?: string;
  /** Whether it is executed once per `Idempotency-Key`: every POST of an account that changes something. */
  readonly takesIdempotencyKey: boolean;
}

/** An operation between services. */
export interface InternalOperation<
  R extends RequestShapes = RequestShapes,
  A extends TSchema = TSchema,
> extends Shaped<R, A> {
  readonly visibility: 'internal';
  readonly method: 'POST';
  /** Undefined for operations that every service has; `@ndx/service` handles them. */
  readonly service: ServiceName | undefined;
  readonly takesIdempotencyKey: false;
}

export type Operation = PublicOperation | InternalOperation;

/** The path as the HTTP servers route it: `/v1/networks/:network_id`. */
export function routedPath({
  path,
  restOfPath,
}: Pick<Operation, 'path'> & Pick<PublicOperation, 'restOfPath'>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === restOfPath ? '*' : `:${name}`,
  );
}

/** The validated parts of a request to the operation. */
export type RequestOf<O extends { readonly request: RequestShapes }> = {
  readonly [Part in keyof O['request']]: ValueOf<O['request'][Part]>;
};

/** The body that a handler of the operation returns. */
export type AnswerOf<O extends { readonly answer: TSchema }> = Of<O['answer']>;

type ValueOf<S> =
  S extends ShapeClass<infer T extends object>
    ? T
    : S extends CatalogueShape
      ? Readonly<Record<string, unknown>>
      : S extends SchemaShape<infer T>
        ? Of<T>
        : S extends Readonly<Record<string, HeaderShape<unknown>>>
          ? { readonly [Name in keyof S]: ReturnType<S[Name]['read']> }
          : undefined;

/** No part at all. */
type Nothing = { readonly [Part in keyof RequestShapes]?: undefined };

/** Declares a public operation; everything else about it is derived from this. */
export function declareOperation<A extends TSchema, R extends RequestShapes = Nothing>(
  declaration: PublicDeclaration<R, A>,
): PublicOperation<R, A> {
  const { method, changesNothing = false, forUsers = false } = declaration;
  return {
    ...declaration,
    request: requestOf(declaration),
    visibility: 'public',
    forUsers,
    billable: declaration.billable ?? false,
    sandboxOnly: declaration.sandboxOnly ?? false,
    changesAccounts: declaration.changesAccounts ?? false,
    // A key belongs to an institution.
    takesIdempotencyKey: method === 'POST' && !changesNothing && !forUsers,
  };
}

interface InternalDeclaration<R extends RequestShapes, A extends TSchema> extends Omit<
  Declaration<R, A>,
  'method' | 'path'
> {
  readonly path: `/internal/${string}`;
  readonly service: ServiceName | undefined;
}

/** Declares an operation between services. */
export function declareInternalOperation<A extends TSchema, R extends RequestShapes = Nothing>(
  declaration: InternalDeclaration<R, A>,
): InternalOperation<R, A> {
  return {
    ...declaration,
    request: requestOf(declaration),
    visibility: 'internal',
    method: 'POST',
    takesIdempotencyKey: false,
  };
}

/** The declared request shapes; an empty object, of type `Nothing`, without any. */
function requestOf<R extends RequestShapes>({ request }: { readonly request?: R }): R {
  return request ?? ({} as R);
}
