import { isDateTime, utcOf } from '@ndx/catalog';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsNotEmpty, IsString, IsUUID, MaxLength, ValidateBy, ValidateIf } from 'class-validator';

/** May be left out; null is a value like any other, and is refused unless `Nullable` stands with it. */
export function Omittable(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}

/** An id, or with `each` a list of them. Compared as text, so read as Postgres writes them. */
export function Uuid({ each = false } = {}): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      Array.isArray(value) ? value.map(lowerCased) : lowerCased(value),
    ),
    IsUUID(undefined, { each }),
  );
}

/** A name or a slug: not blank, at most 200 characters, free of white space at its ends. */
export function Label(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? value.trim() : value,
    ),
    IsString(),
    IsNotEmpty(),
    MaxLength(200),
    Storable(),
  );
}

/** An ISO 8601 date and time. */
export function IsDateTime(): PropertyDecorator {
  return ValidateBy({
    name: 'isDateTime',
    validator: {
      validate: (value) => typeof value === 'string' && isDateTime(value),
      defaultMessage: () => '$property must be an ISO 8601 date-time',
    },
  });
}

/** The instant of a checked date-time. */
export function instantOf(value: string): Date {
  return new Date(utcOf(value));
}

/** A null character or half a surrogate pair, which Postgres refuses, as JSON writes them. */
const UNSTORABLE = /(?<!\\)(\\\\)*\\u(0000|d[89a-f])/;

/** Holds, at any depth, only what can be stored. */
export function Storable(): PropertyDecorator {
  return ValidateBy({
    name: 'storable',
    validator: {
      validate: (value) => value === undefined || !UNSTORABLE.test(JSON.stringify(value)),
      defaultMessage: () => '$property must not hold null characters or unpaired surrogates',
    },
  });
}

export function lowerCased(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}
