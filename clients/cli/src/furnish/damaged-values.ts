import { columnOf } from './locate-errors.js';
import type { Mapping } from './mapping.js';
import type { Row } from './row.js';
import { shownValue } from './secret-fields.js';

/** The error of a cell, in place of its value; the network rejects it, too. */
const CELL_ERROR = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|#+)$/i;

/** A number whose digits are lost. */
const SHORTENED = /^\d([.,]\d+)?E\+\d+$/i;

/** Fields whose digits name something: they are no amounts. */
const IDENTIFIER =
  /(^|_)(identifier|identifier_value|identifier_from_jurisdiction_of_formation|number|phone|zip|id)$/;

/** A value that a spreadsheet changed. */
export interface DamagedValue {
  readonly line: number;
  readonly column: string;
  /** Masked where it is secret. */
  readonly value: string;
  readonly damage: string;
}

/** A message has the first ones. */
const SHOWN = 5;

/** Finds values that a spreadsheet changed, which would identify another subject or none. */
export class DamagedValues {
  readonly first: DamagedValue[] = [];
  count = 0;

  constructor(private readonly mapping: Mapping | undefined) {}

  note(row: Row, record: unknown): void {
    for (const { path, text, siblings } of leavesOf(record)) {
      const damage = damageOf(path.at(-1) ?? '', text, siblings);
      if (damage !== undefined) this.add(row, path.join('.'), { text, damage });
    }
  }

  private add(row: Row, path: string, found: { readonly text: string; readonly damage: string }) {
    this.count += 1;
    if (this.first.length === SHOWN) return;
    const { text, damage } = found;
    const column = columnOf(path, row, this.mapping) ?? path;
    this.first.push({ line: row.line, column, value: shownValue(path, text), damage });
  }
}

type Members = Readonly<Record<string, unknown>>;

function damageOf(name: string, text: string, siblings: Members): string | undefined {
  if (CELL_ERROR.test(text)) return 'the error of a cell';
  if (!IDENTIFIER.test(name)) return undefined;
  if (SHORTENED.test(text)) return 'a number in scientific notation';
  const length = lengthOf(name, siblings);
  if (length === undefined || text.length >= length || !/^\d+$/.test(text)) return undefined;
  return `${text.length} of ${length} digits, without its leading zeros`;
}

/** The digits of an identifier of fixed length that is furnished as text. */
function lengthOf(name: string, siblings: Members): number | undefined {
  const stated = (sibling: string) => {
    const value = siblings[sibling];
    return typeof value === 'string' ? value.toUpperCase() : '';
  };
  if (name === 'zip' && /^(US|USA|UNITED STATES.*)$/.test(stated('country'))) return 5;
  const isEin = /EIN/.test(stated('business_tax_identifier_type').replace(/[^A-Z]/g, ''));
  return name === 'business_tax_identifier_value' && isEin ? 9 : undefined;
}

interface Leaf {
  readonly path: readonly string[];
  readonly text: string;
  readonly siblings: Members;
}

/** The texts and numbers of a record. */
function* leavesOf(value: unknown, path: readonly string[] = []): Generator<Leaf> {
  if (typeof value !== 'object' || value === null) return;
  const siblings = value as Members;
  for (const [name, member] of Object.entries(siblings)) {
    const inner = [...path, name];
    if (typeof member !== 'string' && typeof member !== 'number') yield* leavesOf(member, inner);
    else yield { path: inner, text: String(member).trim(), siblings };
  }
}
