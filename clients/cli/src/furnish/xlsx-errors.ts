import { strFromU8, strToU8, unzipSync, zipSync, type UnzipFileInfo } from 'fflate';

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;
/** The start of a cell that has an error, such as `#N/A`. */
const ERROR_CELL = /(<(?:\w+:)?c\b[^<>]*\st=)(?:"e"|'e')/g;

/** Of all files of a workbook, in bytes: an archive can hold zeros a thousand times its size. */
const MAX_UNPACKED = 2 ** 29;

/**
 * The workbook with the errors of cells as texts. The parser reads a cell with an error as an empty
 * one: its row would be furnished without the value.
 * @throws Error for an archive that cannot be read, or is too large unpacked
 */
export function withErrorTexts(workbook: Uint8Array): Uint8Array {
  // The parser reports a file that is no archive.
  if (workbook[0] !== 0x50 || workbook[1] !== 0x4b) return workbook;
  let unpacked = 0;
  const filter = ({ originalSize }: UnzipFileInfo) => {
    unpacked += originalSize;
    if (unpacked <= MAX_UNPACKED) return true;
    throw new Error('it has more than 512 MB unpacked: furnish it as CSV');
  };
  const files = Object.entries(unzipSync(workbook, { filter })).map(([name, bytes]) => [
    name,
    SHEET.test(name) ? strToU8(strFromU8(bytes).replace(ERROR_CELL, '$1"str"')) : bytes,
  ]);
  return zipSync(Object.fromEntries(files) as Record<string, Uint8Array>, { level: 0 });
}
