import 'reflect-metadata';
import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { operationWords, type OperationWords } from './operation.js';
import type { RequestPart } from '@ndx/api';

/** A controller's method that answers requests. */
export interface Handler {
  /** `CreateAttestation.create`, for messages. */
  readonly name: string;
  readonly method: string;
  /** Of its path; `:name` stands for any. */
  readonly segments: readonly string[];
  readonly words: OperationWords | undefined;
  /** The classes that validate each part of the request. */
  readonly shapes: Readonly<Partial<Record<RequestPart, Type>>>;
}

const PARTS: Readonly<Partial<Record<number, RequestPart>>> = {
  [RouteParamtypes.BODY]: 'body',
  [RouteParamtypes.QUERY]: 'query',
  [RouteParamtypes.PARAM]: 'path',
};

/** Every handler of a controller, as Nest's own decorators describe it. */
export function handlersOf(controller: Type): Handler[] {
  const prototype = controller.prototype as object;
  const base = String(Reflect.getMetadata(PATH_METADATA, controller) ?? '');
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const method: unknown = Object.getOwnPropertyDescriptor(prototype, name)?.value;
    if (typeof method !== 'function' || !Reflect.hasMetadata(METHOD_METADATA, method)) return [];
    const verb = Reflect.getMetadata(METHOD_METADATA, method) as RequestMethod;
    return [
      {
        name: `${controller.name}.${name}`,
        method: RequestMethod[verb],
        segments: segmentsOf(`${base}/${String(Reflect.getMetadata(PATH_METADATA, method))}`),
        words: operationWords(prototype, name),
        shapes: shapesOf(controller, prototype, name),
      },
    ];
  });
}

/** The segments of a path, without empty ones. */
export function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function shapesOf(controller: Type, prototype: object, name: string): Handler['shapes'] {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) as
    Readonly<Record<string, { readonly index: number; readonly data?: unknown }>> | undefined;
  const types = Reflect.getMetadata('design:paramtypes', prototype, name) as readonly Type[];
  return Object.fromEntries(
    Object.entries(parameters ?? {}).flatMap(([key, { index, data }]) => {
      const part = PARTS[Number(key.split(':')[0])];
      const type = types[index];
      // `@Param('name') name: string` has no class of its own.
      const isShape = data === undefined && type !== undefined && type !== (Object as unknown);
      return part !== undefined && isShape ? [[part, type]] : [];
    }),
  );
}
