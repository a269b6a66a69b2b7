import { isUUID } from 'class-validator';
import {
  bool as envalidBool,
  host as envalidHost,
  makeValidator,
  type ValidatorSpec,
} from 'envalid';

/** Longest time that a timer of Node can be set to. */
const LONGEST_TIMER_MS = 2_147_483_647;

const POSTGRES_ADDRESS = 'postgres://user:password@host:port/database';

const TAKES = new Map<unknown, string>();

/**
 * A kind of variable: what its values are in words, which its documentation and the message of a
 * fault both tell, and how a value is read. `read` throws whatever it likes: what it says of a value
 * is never shown, for the value may be a secret.
 */
export function variableKind<T>(takes: string, read: (text: string) => T) {
  const parse = (text: string): T => read(text);
  TAKES.set(parse, takes);
  return makeValidator(parse);
}

/** What a variable takes, in words. */
export function takesOf({ _parse, choices }: ValidatorSpec<unknown>): string {
  if (choices) return `one of ${choices.map(String).join(', ')}`;
  return TAKES.get(_parse) ?? '';
}

/** Any text; an empty one, too. */
export const str = variableKind('text', (text) => text);

/** Text that says something. */
export const text = variableKind('text, not empty', (value) => required(value !== '', value));

/** At least 32 characters of key material; its value is never printed. */
export const secret = variableKind('at least 32 characters', (value) =>
  required(value.length >= 32, value),
);

export const bool = variableKind('true or false', envalidBool()._parse);

/** An address of this machine, or a name. */
export const host = variableKind('an IP address or host name', envalidHost()._parse);

export const num = variableKind('a number', number);

/** Of something that there must be at least one of. */
export const count = variableKind('a whole number of 1 or more', (value) => whole(value, 1));

/** Of something that may be none. */
export const countOrNone = variableKind('a whole number of 0 or more', (value) => whole(value, 0));

/** A length of time that a timer can be set to. */
export const milliseconds = variableKind('milliseconds, a whole number of 1 or more', (value) =>
  whole(value, 1, LONGEST_TIMER_MS),
);

/** A port to listen on; 0 takes a free one. */
export const listeningPort = variableKind('a port, 0 to 65535', (value) => whole(value, 0, 65_535));

/** A port to listen on, or none; 0 takes a free one. */
export const optionalPort = variableKind('a port, 0 to 65535; or nothing', (value) =>
  value === '' ? value : whole(value, 0, 65_535),
);

/** Hours that an answer is kept for retries; clients rely on 24. */
export const keepHours = variableKind('hours, a number of 24 or more', (value) => {
  const hours = number(value);
  return required(hours >= 24, hours);
});

/** An address that is spoken to over HTTP. */
export const url = variableKind('an http:// or https:// address', (value) =>
  required(/^https?:\/\/[^/]/.test(value) && URL.canParse(value), value),
);

/** Origins of web pages as browsers write them, or none. */
export const origins = variableKind('https://host,https://host; or nothing', (value) =>
  required(value === '' || value.split(',').every(isOrigin), value),
);

/** A Postgres database. */
export const postgresUrl = variableKind(POSTGRES_ADDRESS, (value) =>
  required(isPostgresUrl(value), value),
);

/** A Postgres database, or none. */
export const optionalPostgresUrl = variableKind(`${POSTGRES_ADDRESS}; or nothing`, (value) =>
  required(value === '' || isPostgresUrl(value), value),
);

/** Kafka's bootstrap brokers, or none. */
export const brokers = variableKind('host:port,host:port; or nothing', (value) =>
  required(value === '' || value.split(',').every(isBroker), value),
);

export const optionalUuid = variableKind('a UUID; or nothing', (value) =>
  required(value === '' || isUUID(value), value),
);

function isOrigin(value: string): boolean {
  return /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;
}

function isPostgresUrl(value: string): boolean {
  return /^postgres(ql)?:\/\/./.test(value) && URL.canParse(value);
}

function isBroker(value: string): boolean {
  const [, port] = /^(?:[^\s:,/]+|\[[0-9a-fA-F:]+\]):(\d{1,5})$/.exec(value) ?? [];
  return Number(port) > 0 && Number(port) <= 65_535;
}

function number(value: string): number {
  const read = Number(value);
  return required(value.trim() !== '' && Number.isFinite(read), read);
}

function whole(value: string, least: number, most = Number.MAX_SAFE_INTEGER): number {
  const read = number(value);
  return required(Number.isInteger(read) && read >= least && read <= most, read);
}

function required<T>(holds: boolean, value: T): T {
  if (!holds) throw new TypeError('not of this kind');
  return value;
}
