import 'reflect-metadata';
import { composed } from '@ndx/contracts';
import {
  isCountry,
  isDate,
  INSTANT_RULE,
  isDateTime,
  isInstant,
  isStorable,
  isVisible,
  STORABLE_RULE,
  utcOf,
  VISIBLE_RULE,
  type JsonSchema,
} from '@ndx/catalog';
import {
  IsInt,
  IsNotEmpty,
  IsString,
  IsUUID,
  isUUID,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { ReadAs } from './read-shape.js';

/** Optional, but null is not accepted: `@IsOptional()` accepts null too. */
export function Omittable(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}

/** The revision that the caller read; if it has changed, the request is a conflict. */
export function ExpectedRevision(): PropertyDecorator {
  return together(Omittable(), IsInt(), Min(0));
}

/**
 * An id, or with `each` a list of them. Ids are compared as text, so they are converted to the form
 * of Postgres.
 */
export function Uuid({ each = false } = {}): PropertyDecorator {
  return together(LowerCased(), IsUUID(undefined, { each }));
}

/** At most `most` ids, separated by commas, in a query parameter; `idsIn` reads them. */
export function Uuids(most: number): PropertyDecorator {
  const areIds = (text: string) => {
    const ids = idsIn(text);
    return ids.length <= most && ids.every((id) => isUUID(id));
  };
  const message = `must be 1 to ${most} UUIDs, separated by commas`;
  return together(LowerCased(), TextThat('uuids', areIds, message));
}

/** The ids of a validated list. */
export function idsIn(list: string): readonly string[] {
  return list.split(',');
}

/** Converts a text, or each text of a list, to lower case. */
export function LowerCased(): PropertyDecorator {
  return ReadAs((value) => (Array.isArray(value) ? value.map(lowerCased) : lowerCased(value)));
}

/** A text of 1 to `maxLength` characters, not only white space, that can be stored. */
export function Text(maxLength: number): PropertyDecorator {
  return together(AnyText(maxLength), NotBlank());
}

/** A text of 1 to `maxLength` characters that can be stored, possibly only white space. */
export function AnyText(maxLength: number): PropertyDecorator {
  return together(IsString(), IsNotEmpty(), MaxLength(maxLength), Storable());
}

function NotBlank(): PropertyDecorator {
  return TextThat('notBlank', (text) => text.trim() !== '', 'must not be blank');
}

/** A name or a slug: not blank, at most 200 visible characters, trimmed, in NFC. */
export function Label(): PropertyDecorator {
  return together(
    ReadAs((value) => (typeof value === 'string' ? composed(value).trim() : value)),
    Text(200),
    Visible(),
  );
}

/** Without characters that a reader does not see (decision 0107). */
export function Visible(): PropertyDecorator {
  return TextThat('visible', isVisible, VISIBLE_RULE);
}

const MAX_QUERY_INTEGER = 10 ** 15 - 1;

/** An integer query parameter; other texts are left for `IsInt` to reject. */
export function QueryInteger({ min = -MAX_QUERY_INTEGER, max = MAX_QUERY_INTEGER } = {}) {
  return together(
    ReadAs((value) =>
      typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value,
    ),
    IsInt(),
    Min(min),
    Max(max),
  );
}

/** A boolean query parameter; other texts are left for the rule to reject. */
export function QueryFlag(name: string, description: string): PropertyDecorator {
  const schema = { type: 'boolean', description };
  return together(
    ReadAs((value) => (value === 'true' || value === 'false' ? value === 'true' : value)),
    ValueThat(name, (value) => typeof value === 'boolean', 'must be true or false', schema),
  );
}

/** An ISO 8601 date and time; `instantOf` reads it. */
export function IsDateTime(): PropertyDecorator {
  return TextThat('isDateTime', isDateTime, 'must be an ISO 8601 date-time', {
    format: 'date-time',
  });
}

/** The same with its zone, as a furnished or consented time has it. */
export function IsInstant(): PropertyDecorator {
  return TextThat('isInstant', isInstant, INSTANT_RULE, { format: 'date-time' });
}

/** A calendar day. */
export function IsDay(): PropertyDecorator {
  return TextThat('isDay', isDate, 'must be a date (YYYY-MM-DD)', { format: 'date' });
}

/** The instant of a validated date-time. */
export function instantOf(value: string): Date {
  return new Date(utcOf(value));
}

/** An ISO 3166-1 alpha-2 code, in any case. */
export function Country(): PropertyDecorator {
  return together(
    ReadAs((value) => (typeof value === 'string' ? value.toUpperCase() : value)),
    TextThat('country', isCountry, 'must be an ISO 3166-1 alpha-2 code', {
      pattern: '^[A-Za-z]{2}$',
    }),
  );
}

/** A SHA-256 in lower-case hexadecimal. */
export function Sha256(): PropertyDecorator {
  return TextThat(
    'sha256',
    (text) => SHA256.test(text),
    'must be a SHA-256: 64 hexadecimal digits in lower case',
    { pattern: SHA256.source },
  );
}

const SHA256 = /^[0-9a-f]{64}$/;

/** The schema of a member in documents, where its validation does not show it. */
export function DocumentedAs(name: string, schema: JsonSchema): PropertyDecorator {
  return ValueThat(name, () => true, '', schema);
}

/** Contains, at any depth, only storable texts. */
export function Storable(): PropertyDecorator {
  return ValueThat('storable', isStorable, STORABLE_RULE);
}

/** A text that satisfies the rule. `message` describes it for errors, `schema` for documents. */
export function TextThat(
  name: string,
  accepts: (text: string) => boolean,
  message: string,
  schema: JsonSchema = {},
) {
  const isAccepted = (value: unknown) => typeof value === 'string' && accepts(value);
  return ValueThat(name, isAccepted, message, { type: 'string', ...schema });
}

/** A value that satisfies the rule. `message` describes it for errors, `schema` for documents. */
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
