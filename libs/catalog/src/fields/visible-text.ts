import { hasManyMarks } from '@ndx/contracts';

/**
 * Control characters, line separators, and characters without a glyph, such as bidirectional ones,
 * the blank Braille pattern, interlinear annotations and the controls of hieroglyphs.
 */
const INVISIBLE =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{13430}-\u{13440}]/u;

/** Letters and marks of scripts that need joiners to spell words. */
const JOINED_SCRIPTS =
  '[\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}' +
  '\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{sc=Khmr}\\p{sc=Mymr}]';

/** A joiner or non-joiner between them, or the selector of a variant of a Han character. */
const SPELLING = new RegExp(
  `(?<=${JOINED_SCRIPTS})[\\u{200c}\\u{200d}](?=${JOINED_SCRIPTS})` +
    '|(?<=\\p{sc=Han})[\\u{e0100}-\\u{e01ef}]',
  'gu',
);

export const VISIBLE_RULE =
  'must not hold control, bidirectional or invisible characters, or more than 30 marks in a row';

/**
 * Whether readers see every character of a name (decision 0107). So many marks on a letter cover each
 * other, and are not normalised.
 */
export function isVisible(text: string): boolean {
  return !hasManyMarks(text) && !INVISIBLE.test(text.replace(SPELLING, ''));
}
