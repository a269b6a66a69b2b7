import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;
/** The start of a cell that has an error, such as `#N/A`. */
const ERROR_CELL = /(<(?:\w+:)?c\b[^>]*\st=)(?:"e"|'e')/g;

/**
 * The workbook with the errors of cells as texts. The parser reads a cell with an error as an empty
 * one: its row would be furnished without the value.
 */
export function withErrorTexts(workbook: Uint8Array): Uint8Array {
  // The parser reports a file that is no archive.
  if (workbook[0] !== 0x50 || workbook[1] !== 0x4b) return workbook;
  const files = Object.entries(unzipSync(workbook)).map(([name, bytes]) => [
    name,
    SHEET.test(name) ? strToU8(strFromU8(bytes).replace(ERROR_CELL, '$1"str"')) : bytes,
  ]);
  return zipSync(Object.fromEntries(files) as Record<string, Uint8Array>, { level: 0 });
}
