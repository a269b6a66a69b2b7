import { bounded, withoutSecrets } from '@ndx/contracts';

const HIDDEN = '[hidden]';

/** Maximum depth of logged values: a line is read by people. */
const DEPTH = 6;

/** Members that contain secrets, or may, whatever their values look like. */
const SECRET_MEMBERS =
  /^(authorization|cookie|setcookie|xprincipal|principalheader|(access|id|refresh|bearer)?token|password|.*secret|.*sealingkeys?|apikey|.*socialsecuritynumber|ssn|ein|.*federalein|.*taxidentifiervalue|dateofbirth|(personal|business)?email|phone(number)?|parameters|params|body|rawbody|payload)$/;

/** The logged members of an error; a driver's other members contain the statement's values. */
const TELLING_MEMBERS = ['code', 'status', 'constraint', 'table', 'column', 'severity'] as const;

/** The fields of a log line without secret values (design 5). */
export function redacted(details: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return membersOf(details, 0);
}

function membersOf(value: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      SECRET_MEMBERS.test(name.toLowerCase().replaceAll(/[_-]/g, ''))
        ? HIDDEN
        : safe(member, depth + 1),
    ]),
  );
}

function safe(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return bounded(withoutSecrets(value));
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEPTH) return HIDDEN;
  if (value instanceof Error) return errorOf(value, depth);
  if (value instanceof Date) return value;
  if (ArrayBuffer.isView(value)) return HIDDEN;
  if (Array.isArray(value)) return value.map((item) => safe(item, depth + 1));
  return membersOf(value, depth);
}

/** Omits its other members: an error of a database has the statement, its values and the row. */
function errorOf(error: Error, depth: number): Record<string, unknown> {
  const telling = TELLING_MEMBERS.flatMap((name) => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [];
  });
  return {
    type: error.name,
    message: bounded(withoutSecrets(error.message)),
    stack: bounded(withoutSecrets(error.stack ?? '')),
    ...Object.fromEntries(telling),
    ...(error.cause !== undefined && { cause: safe(error.cause, depth + 1) }),
  };
}
