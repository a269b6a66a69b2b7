/** Two rows of a file that name the business of one registration differently. */
export interface TwoNames {
  readonly rows: readonly [number, number];
  readonly names: readonly [string, string];
}

const JURISDICTION = 'business_jurisdiction_of_formation';
const REGISTRATION = 'business_registration_identifier_from_jurisdiction_of_formation';
const NAME = 'business_legal_name';
/** A file may have a damaged column: a few pairs show it. */
const SHOWN = 10;

/** Finds registrations with two names, which are one business in the network. */
export class RegistrationNames {
  private readonly first = new Map<string, { readonly row: number; readonly name: string }>();
  readonly found: TwoNames[] = [];

  note(row: number, record: unknown): void {
    const identity = memberOf(record, 'business_identity');
    const [jurisdiction, number, name] = [JURISDICTION, REGISTRATION, NAME].map((member) =>
      textOf(memberOf(identity, member)),
    );
    if (!jurisdiction || !number || !name) return;
    const registration = comparable(`${jurisdiction} ${number}`);
    const known = this.first.get(registration);
    if (!known) this.first.set(registration, { row, name });
    else if (comparable(known.name) !== comparable(name) && this.found.length < SHOWN) {
      this.found.push({ rows: [known.row, row], names: [known.name, name] });
    }
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

function comparable(text: string): string {
  return text.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
