import { isStorable, normaliseName } from '@ndx/catalog';
import { invalid } from '@ndx/contracts';

/** What is indexed is bounded. */
const MAX_LENGTH = 500;

/** What a caller says of a subject: the identity fields of the catalogue. */
export type ClaimFields = Readonly<Record<string, unknown>>;

/**
 * What a caller says of a subject, field by field. The callers have checked its shape; here it is
 * normalised (design 5), and what is not usable is refused by name.
 */
export class ClaimInput {
  constructor(private readonly fields: ClaimFields) {}

  /** The normalised value; null when it is absent. @throws VALIDATION_ERROR naming the field */
  optional(
    name: string,
    normalise: (value: string | number) => string | null | undefined,
    meaning: string,
  ): string | null {
    if (this.isAbsent(name)) return null;
    const value = this.fields[name];
    const normalised = isScalar(value) ? normalise(value) : undefined;
    if (!normalised || normalised.length > MAX_LENGTH || !isStorable(normalised)) {
      throw invalid(`${name}: must be ${meaning}`);
    }
    return normalised;
  }

  /** The same, of a field that identifies the subject. */
  required(
    name: string,
    normalise: (value: string | number) => string | null | undefined,
    meaning: string,
  ): string {
    const value = this.optional(name, normalise, meaning);
    if (value === null) throw invalid(`${name}: is required`);
    return value;
  }

  /** An empty text says nothing. */
  isAbsent(name: string): boolean {
    const value = this.fields[name] ?? '';
    return typeof value === 'string' && value.trim() === '';
  }

  /** A text with its white space in order. */
  text(name: string): string | null {
    return this.optional(name, ofText(normaliseName), `a text of at most ${MAX_LENGTH} characters`);
  }
}

/** A normaliser of texts, as one that refuses numbers. */
export function ofText(normalise: (value: string) => string | undefined) {
  return (value: string | number) => (typeof value === 'string' ? normalise(value) : undefined);
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
