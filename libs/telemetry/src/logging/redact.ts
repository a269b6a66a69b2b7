import { quoted, withoutSecrets } from '@ndx/contracts';

const HIDDEN = '[hidden]';

/** Maximum depth of logged values: a line is read by people. */
const DEPTH = 6;

/** Members that contain secrets, or may, whatever their values look like. */
const SECRET_MEMBERS =
  /^(authorization|cookie|setcookie|xprincipal|principalheader|(access|id|refresh|bearer)?token|password|.*secret|.*sealingkeys?|apikey|.*socialsecuritynumber|ssn|ein|.*federalein|.*taxidentifiervalue|dateofbirth|(personal|business)?email|phone(number)?|parameters|params|body|rawbody|payload)$/;

/** The logged members of an error; a driver's other members contain the statement's values. */
const TELLING_MEMBERS = ['code', 'status', 'constraint', 'table', 'column', 'severity'] as const;

/** In characters; members beyond it are omitted, so that the line does not grow with a request. */
const LONGEST_LINE = 8_000;
const LONGEST_MESSAGE = 1_000;
const LONGEST_STACK = 2_000;
const OMITTED = '…';

/** The fields of a log line without secret values (design 5); foreign words are cut. */
export function redacted(details: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return new LineFields().membersOf(details, 0);
}

/** The start of a message without secret values. */
export function messageOf(text: string): string {
  return withoutSecrets(text).slice(0, LONGEST_MESSAGE);
}

class LineFields {
  private room = LONGEST_LINE;

  membersOf(value: object, depth: number): Record<string, unknown> {
    const members: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(value)) {
      if (this.room <= 0) return { ...members, [OMITTED]: OMITTED };
      const isSecret = SECRET_MEMBERS.test(name.toLowerCase().replaceAll(/[_-]/g, ''));
      members[this.word(name)] = isSecret ? HIDDEN : this.safe(member, depth + 1, name);
    }
    return members;
  }

  private safe(value: unknown, depth: number, name = ''): unknown {
    if (typeof value === 'string') return name === 'stack' ? this.stack(value) : this.word(value);
    this.room -= 1;
    if (typeof value !== 'object' || value === null) return value;
    if (depth > DEPTH) return HIDDEN;
    if (value instanceof Error) return this.errorOf(value, depth);
    if (value instanceof Date) return value;
    if (ArrayBuffer.isView(value)) return HIDDEN;
    return Array.isArray(value) ? this.itemsOf(value, depth) : this.membersOf(value, depth);
  }

  private itemsOf(items: readonly unknown[], depth: number): readonly unknown[] {
    const shown: unknown[] = [];
    for (const item of items) {
      if (this.room <= 0) return [...shown, OMITTED];
      shown.push(this.safe(item, depth + 1));
    }
    return shown;
  }

  /** Omits its other members: an error of a database has the statement, its values and the row. */
  private errorOf(error: Error, depth: number): Record<string, unknown> {
    const telling = TELLING_MEMBERS.flatMap((name) => {
      const value: unknown = Reflect.get(error, name);
      const isTelling = typeof value === 'string' || typeof value === 'number';
      return isTelling ? [[name, this.safe(value, depth)] as const] : [];
    });
    return {
      type: this.word(error.name),
      message: this.taken(messageOf(error.message)),
      stack: this.stack(error.stack ?? ''),
      ...Object.fromEntries(telling),
      ...(error.cause !== undefined && { cause: this.safe(error.cause, depth + 1) }),
    };
  }

  private word(value: string): string {
    return this.taken(quoted(withoutSecrets(value)));
  }

  private stack(value: string): string {
    return this.taken(withoutSecrets(value).slice(0, LONGEST_STACK));
  }

  private taken(text: string): string {
    const shown = text.slice(0, Math.max(0, this.room));
    this.room -= text.length + 1;
    return shown;
  }
}
