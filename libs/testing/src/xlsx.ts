import { strToU8, zipSync } from 'fflate';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A cell: a text, or the attributes and the content of its element. */
export type XlsxCell = string | readonly [attributes: string, value: string];

/** A cell of a number; style 1 is a date. */
export const number = (value: string, style = 0): XlsxCell => [`s="${style}"`, value];

/** A workbook with the rows of each sheet; an undefined row is not in the file. */
export function xlsx(
  sheets: Readonly<Record<string, readonly (readonly (XlsxCell | undefined)[] | undefined)[]>>,
): Buffer {
  const names = Object.keys(sheets);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = (...each: readonly string[]) =>
    `<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`;
  const files = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relations(relation('r1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names
      .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="s${index + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation('styles', 'styles', 'styles.xml'),
      ...names.map((_, index) =>
        relation(`s${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`),
      ),
    ),
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet xmlns="${MAIN}"><sheetData>${rows.map(rowElement).join('')}</sheetData></worksheet>`,
      ]),
    ),
  };
  const bytes = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  return Buffer.from(zipSync(Object.fromEntries(bytes)));
}

function rowElement(cells: readonly (XlsxCell | undefined)[] | undefined, index: number): string {
  if (!cells) return '';
  const elements = cells.map((cell, column) => {
    const place = `r="${String.fromCharCode(65 + column)}${index + 1}"`;
    if (cell === undefined) return '';
    if (typeof cell === 'string') return `<c ${place} t="inlineStr"><is><t>${cell}</t></is></c>`;
    return `<c ${place} ${cell[0]}><v>${cell[1]}</v></c>`;
  });
  return `<row r="${index + 1}">${elements.join('')}</row>`;
}
