import 'reflect-metadata';
import { isObject } from '@ndx/catalog';
import { getMetadataStorage } from 'class-validator';

export type ShapeClass<T extends object = object> = new () => T;

type Read = (value: unknown) => unknown;

/** A shape's members, derived once from its decorators. */
interface ShapeMembers {
  /** Every declared member with its converter. */
  readonly reads: ReadonlyMap<string, Read>;
  /** Members whose contents are validated elsewhere. */
  readonly asSent: ReadonlySet<string>;
}

const READ = Symbol('read');
const NESTED = Symbol('nested');
const AS_SENT = Symbol('as-sent');

/** Converts a member before it is validated, for example to lower case. */
export function ReadAs(read: Read): PropertyDecorator {
  return Reflect.metadata(READ, read);
}

/** The class of a member, or of each item of a list; it goes with `@ValidateNested`. */
export function Nested(shape: () => ShapeClass): PropertyDecorator {
  return Reflect.metadata(NESTED, shape);
}

/** Accepts a member unchanged, whatever it contains: its contents are validated elsewhere. */
export function AsSent(): PropertyDecorator {
  return Reflect.metadata(AS_SENT, true);
}

/** The class that `Nested` declares for a member, if any. */
export function nestedShape(shape: ShapeClass, member: string): ShapeClass | undefined {
  const declared = metadataOf(NESTED, shape, member) as (() => ShapeClass) | undefined;
  return declared?.();
}

/** An undeclared member, or a value that is no object where a shape is declared. */
export class UndeclaredMember {
  constructor(
    readonly path: readonly string[],
    readonly message = 'is not a known field',
  ) {}
}

/** Returns an instance of the shape, or its first fault that the validation would not find. */
export function readShape<T extends object>(
  shape: ShapeClass<T>,
  value: Readonly<Record<string, unknown>>,
): T | UndeclaredMember {
  const { reads } = membersOf(shape);
  const unknown = Object.keys(value).find((name) => !reads.has(name));
  if (unknown !== undefined) return new UndeclaredMember([unknown]);
  const instance = new shape();
  for (const [name, sent] of Object.entries(value)) {
    const member = reads.get(name)?.(sent);
    const fault = undeclaredIn(member);
    if (fault) return new UndeclaredMember([name, ...fault.path], fault.message);
    Reflect.set(instance, name, member);
  }
  return instance;
}

/** Whether a member is accepted unchanged. */
export function isAsSent(shape: ShapeClass, member: string): boolean {
  return membersOf(shape).asSent.has(member);
}

function undeclaredIn(member: unknown): UndeclaredMember | undefined {
  if (member instanceof UndeclaredMember) return member;
  if (!Array.isArray(member)) return undefined;
  const index = member.findIndex((item) => item instanceof UndeclaredMember);
  const item: unknown = member[index];
  return item instanceof UndeclaredMember
    ? new UndeclaredMember([String(index), ...item.path], item.message)
    : undefined;
}

const known = new WeakMap<ShapeClass, ShapeMembers>();

function membersOf(shape: ShapeClass): ShapeMembers {
  const members = known.get(shape) ?? declaredMembers(shape);
  known.set(shape, members);
  return members;
}

function declaredMembers(shape: ShapeClass): ShapeMembers {
  const rules = getMetadataStorage().getTargetValidationMetadatas(shape, '', false, false);
  const names = [...new Set(rules.map(({ propertyName }) => propertyName))];
  return {
    reads: new Map(
      names.map((name) => {
        const isList = rules.some(({ propertyName, each }) => propertyName === name && each);
        return [name, readOf(shape, name, isList)];
      }),
    ),
    asSent: new Set(names.filter((name) => metadataOf(AS_SENT, shape, name) === true)),
  };
}

function readOf(shape: ShapeClass, member: string, isList: boolean): Read {
  const nested = nestedShape(shape, member);
  if (nested) {
    const one = (value: unknown, otherwise: unknown) =>
      isObject(value) ? readShape(nested, value) : otherwise;
    // The validation library validates the items of a list in place of the object.
    const noObject = new UndeclaredMember([], 'must be an object');
    return (value) => {
      if (!Array.isArray(value)) return one(value, value);
      return isList ? value.map((item) => one(item, noObject)) : noObject;
    };
  }
  const read = metadataOf(READ, shape, member) as Read | undefined;
  return read ?? ((value) => value);
}

function metadataOf(key: symbol, shape: ShapeClass, member: string): unknown {
  return Reflect.getMetadata(key, shape.prototype as object, member);
}
