/** The errors that a spreadsheet shows in a cell in place of its value. */
const CELL_ERROR = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|#+)$/i;

/** A longer text is no error of a cell. */
const LONGEST_ERROR = 32;

/** Whether a text is the error of a cell, such as `#N/A`. */
export function isCellError(text: string): boolean {
  return text.length <= LONGEST_ERROR && CELL_ERROR.test(text.trim());
}

export const CELL_ERROR_RULE = 'must be a value, not the error of a cell of a spreadsheet';

/** Whether a text is a number that a spreadsheet shortened, such as `1.23E+07`: its digits are lost. */
export function isShortenedNumber(text: string): boolean {
  return /^\d([.,]\d+)?E\+\d+$/i.test(text.trim());
}
