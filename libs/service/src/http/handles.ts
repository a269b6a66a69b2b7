import 'reflect-metadata';
import {
  routedPath,
  wire,
  type AnswerOf,
  type Method,
  type Operation,
  type RequestOf,
} from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import type { SignedUser } from '../principal/signed-principal.js';
import { Delete, Get, HttpCode, Post, Put, type Type } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

const OPERATION = Symbol('operation');

const ROUTES: Readonly<Record<Method, (path: string) => MethodDecorator>> = {
  GET: Get,
  POST: Post,
  PUT: Put,
  DELETE: Delete,
};

/** The possible parameters of a handler: `@Caller()`, `@Asked()`, `@Req()` and `@Res()`. */
type Given<O extends Operation> = Principal &
  SignedUser &
  RequestOf<O> &
  FastifyRequest &
  FastifyReply;

type Handler<O extends Operation, Answer> = (...parameters: Given<O>[]) => Answer | Promise<Answer>;

type HandlerDecorator<H> = (
  prototype: object,
  method: string,
  descriptor: TypedPropertyDescriptor<H>,
) => void;

/**
 * Makes a controller's method the handler of an operation: its route, its parameters, its response.
 */
export function Handles<O extends Operation, H extends Handler<O, AnswerOf<O>>>(
  operation: O,
): HandlerDecorator<H> {
  return binding(operation);
}

/** Like `Handles`, for a method that returns the response as text or sends it itself. */
export function HandlesAsText<O extends Operation, H extends Handler<O, unknown>>(
  operation: O,
): HandlerDecorator<H> {
  return binding(operation);
}

function binding(operation: Operation) {
  return (prototype: object, method: string, descriptor: PropertyDescriptor): void => {
    ROUTES[operation.method](routedPath(operation))(prototype, method, descriptor);
    HttpCode(operation.answer === wire.nothing ? 204 : 200)(prototype, method, descriptor);
    Reflect.defineMetadata(OPERATION, operation, descriptor.value as object);
  };
}

/** The operation of a controller's method. */
export function operationOf(handler: object): Operation | undefined {
  return Reflect.getMetadata(OPERATION, handler) as Operation | undefined;
}

/** The operations of controllers, once for each handler. */
export function handledOperations(controllers: readonly Type[]): Operation[] {
  return controllers.flatMap((controller) => {
    const prototype = controller.prototype as object;
    return Object.values(Object.getOwnPropertyDescriptors(prototype)).flatMap(({ value }) => {
      const operation = typeof value === 'function' ? operationOf(value as object) : undefined;
      return operation ? [operation] : [];
    });
  });
}
