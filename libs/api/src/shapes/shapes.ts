import 'reflect-metadata';
import {
  isCountry,
  isDate,
  isDateTime,
  isStorable,
  STORABLE_RULE,
  utcOf,
  type JsonSchema,
} from '@ndx/catalog';
import {
  IsInt,
  IsNotEmpty,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { ReadAs } from './read-shape.js';

/** May be left out; null is a value like any other: `@IsOptional()` lets that pass too. */
export function Omittable(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}

/** An id, or with `each` a list of them. Compared as text, so read as Postgres writes them. */
export function Uuid({ each = false } = {}): PropertyDecorator {
  return together(LowerCased(), IsUUID(undefined, { each }));
}

/** Reads a text, or each text of a list, in lower case. */
export function LowerCased(): PropertyDecorator {
  return ReadAs((value) => (Array.isArray(value) ? value.map(lowerCased) : lowerCased(value)));
}

/** A text of 1 to `maxLength` characters, not only white space, that can be stored. */
export function Text(maxLength: number): PropertyDecorator {
  return together(AnyText(maxLength), NotBlank());
}

/** A text of 1 to `maxLength` characters that could be stored; white space counts. */
export function AnyText(maxLength: number): PropertyDecorator {
  return together(IsString(), IsNotEmpty(), MaxLength(maxLength), Storable());
}

function NotBlank(): PropertyDecorator {
  return TextThat('notBlank', (text) => text.trim() !== '', 'must not be blank');
}

/** A name or a slug: not blank, at most 200 characters, free of white space at its ends. */
export function Label(): PropertyDecorator {
  return together(
    ReadAs((value) => (typeof value === 'string' ? value.trim() : value)),
    Text(200),
  );
}

/** A query parameter that is an integer; a text that is none is left for `IsInt` to refuse. */
export function QueryInteger(range?: { readonly min: number; readonly max: number }) {
  return together(
    ReadAs((value) =>
      typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value,
    ),
    IsInt(),
    ...(range ? [Min(range.min), Max(range.max)] : []),
  );
}

/** An ISO 8601 date and time; `instantOf` reads it. */
export function IsDateTime(): PropertyDecorator {
  return TextThat('isDateTime', isDateTime, 'must be an ISO 8601 date-time', {
    format: 'date-time',
  });
}

/** A calendar day. */
export function IsDay(): PropertyDecorator {
  return TextThat('isDay', isDate, 'must be a date (YYYY-MM-DD)', { format: 'date' });
}

/** The instant of a checked date-time. */
export function instantOf(value: string): Date {
  return new Date(utcOf(value));
}

/** An ISO 3166-1 alpha-2 code, in whatever case. */
export function Country(): PropertyDecorator {
  return together(
    ReadAs((value) => (typeof value === 'string' ? value.toUpperCase() : value)),
    TextThat('country', isCountry, 'must be an ISO 3166-1 alpha-2 code', {
      pattern: '^[A-Za-z]{2}$',
      examples: ['US'],
    }),
  );
}

/** Holds, at any depth, only what can be stored. */
export function Storable(): PropertyDecorator {
  return ValueThat('storable', isStorable, STORABLE_RULE);
}

/** A text that the rule accepts. `message` says what it must be, `schema` what a document can say. */
export function TextThat(
  name: string,
  accepts: (text: string) => boolean,
  message: string,
  schema: JsonSchema = {},
) {
  const isAccepted = (value: unknown) => typeof value === 'string' && accepts(value);
  return ValueThat(name, isAccepted, message, { type: 'string', ...schema });
}

/** A value that the rule accepts. `message` says what it must be, `schema` what a document can say. */
export function ValueThat(
  name: string,
  accepts: (value: unknown) => boolean,
  message: string,
  schema: JsonSchema = {},
): PropertyDecorator {
  ruleSchemas.set(name, schema);
  return ValidateBy({
    name,
    validator: { validate: accepts, defaultMessage: () => `$property ${message}` },
  });
}

const ruleSchemas = new Map<string, JsonSchema>();

/** The JSON Schema of each rule that `ValueThat` declares, by its name. */
export function schemasOfRules(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(ruleSchemas);
}

/** Applies each of the decorators. */
export function together(...decorators: readonly PropertyDecorator[]): PropertyDecorator {
  return (prototype, member) => {
    for (const decorate of decorators) decorate(prototype, member);
  };
}

function lowerCased(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}
