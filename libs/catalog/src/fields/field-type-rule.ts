/** A JSON Schema (2020-12, as OpenAPI 3.1 has it). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Each type's schema has an example; the documents' examples are built from it. */
export type ExemplarySchema = JsonSchema & { readonly examples: readonly [unknown] };

export interface FieldTypeRule {
  /** The JSON Schema for the documents. */
  readonly schema: ExemplarySchema;
  readonly accepts: (value: unknown) => boolean;
  /** Continues "<field path>: ...". */
  readonly message: string;
  /** The maximum length of a text in characters, unless the field is marked large. */
  readonly maxLength?: number;
  /** Whether readers must see every character of a text. */
  readonly visible?: true;
  /** The type in a query's response, when it differs from the furnished type. */
  readonly stored?: (value: unknown) => unknown;
  readonly storedSchema?: ExemplarySchema;
}

type Words = Omit<FieldTypeRule, 'accepts'>;

/** A text that satisfies the condition. */
export function text(
  words: Words,
  accepts: (value: string) => boolean = () => true,
): FieldTypeRule {
  return { ...words, accepts: (value) => isText(value) && accepts(value) };
}

/** An integer that satisfies the condition. */
export function whole(
  words: Words,
  accepts: (value: number) => boolean = () => true,
): FieldTypeRule {
  return {
    ...words,
    accepts: (value) => typeof value === 'number' && Number.isSafeInteger(value) && accepts(value),
  };
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Whether it is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
