import { isStorable, normaliseName } from '@ndx/catalog';
import { invalid, quoted } from '@ndx/contracts';

/** Limits the length of indexed values. */
const MAX_LENGTH = 500;

/** The identity fields of the catalogue, as submitted. */
export type ClaimFields = Readonly<Record<string, unknown>>;

/** The id by which a consent links its subject; null for a claim that names none. */
export function subjectIdIn(fields: ClaimFields, name: string): string | null {
  const id = fields[name];
  return typeof id === 'string' ? id.toLowerCase() : null;
}

/**
 * Reads the fields of a claim. The callers have checked its shape; this class normalises values
 * (design 5) and rejects invalid ones by name.
 */
type Meaning = `a${'' | 'n'} ${string}`;

export class ClaimInput {
  constructor(private readonly fields: ClaimFields) {}

  /** The normalised value; null when it is absent. @throws VALIDATION_ERROR naming the field */
  optional(
    name: string,
    normalise: (value: string | number) => string | null | undefined,
    meaning: Meaning,
  ): string | null {
    if (this.isAbsent(name)) return null;
    const value = this.fields[name];
    const normalised = isScalar(value) ? normalise(value) : undefined;
    if (!normalised || normalised.length > MAX_LENGTH || !isStorable(normalised)) {
      throw invalid('invalid_value', `${quoted(name)}: must be ${meaning}`);
    }
    return normalised;
  }

  /** The same for an identifying field. */
  required(
    name: string,
    normalise: (value: string | number) => string | null | undefined,
    meaning: Meaning,
  ): string {
    const value = this.optional(name, normalise, meaning);
    if (value === null) throw invalid('invalid_value', `${quoted(name)}: is required`);
    return value;
  }

  /** An empty text counts as absent. */
  isAbsent(name: string): boolean {
    const value = this.fields[name] ?? '';
    return typeof value === 'string' && value.trim() === '';
  }

  /** A text with normalised white space. */
  text(name: string): string | null {
    return this.optional(name, ofText(normaliseName), `a text of at most ${MAX_LENGTH} characters`);
  }
}

/** Applies a text normaliser; rejects numbers. */
export function ofText(normalise: (value: string) => string | undefined) {
  return (value: string | number) => (typeof value === 'string' ? normalise(value) : undefined);
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
