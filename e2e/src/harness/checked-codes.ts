import { EXPLANATION_CODES, type ExplanationCode } from '@ndx/contracts';
import { expect } from '@jest/globals';

/** A query, section, field, record or limit of an explanation. */
export type Explained = Readonly<Record<string, unknown>>;

/** Checks codes with their sentences, and lists the codes that no test has checked. */
export class CheckedCodes {
  private readonly checked = new Set<ExplanationCode>();

  /** Checks that a part of an explanation has a code, its sentence and other members. */
  check(
    part: object | undefined,
    code: ExplanationCode,
    explanation: string,
    members: Explained = {},
  ): void {
    expect(part).toMatchObject({ ...members, code, explanation });
    this.checked.add(code);
  }

  /**
   * The codes that no test has checked.
   * @param impossible codes that cannot occur in the tested queries; they are not listed
   */
  unchecked(impossible: readonly ExplanationCode[]): readonly ExplanationCode[] {
    return EXPLANATION_CODES.filter(
      (code) => !this.checked.has(code) && !impossible.includes(code),
    );
  }
}
