import { isIP } from 'node:net';
import { isUUID } from 'class-validator';
import {
  bool as envalidBool,
  host as envalidHost,
  makeValidator,
  type ValidatorSpec,
} from 'envalid';

/** Maximum timeout of a timer in Node. */
const LONGEST_TIMER_MS = 2_147_483_647;

const POSTGRES_ADDRESS = 'postgres://user:password@host:port/database?sslmode=verify-full';

const TAKES = new Map<unknown, string>();

/**
 * A kind of variable: a description of its values for documentation and error messages, and its
 * parser. Errors of `read` are never printed, because the value may be a secret.
 */
export function variableKind<T>(takes: string, read: (text: string) => T) {
  const parse = (text: string): T => read(text);
  TAKES.set(parse, takes);
  return makeValidator(parse);
}

/** The description of a variable's values. */
export function takesOf({ _parse, choices }: ValidatorSpec<unknown>): string {
  if (choices) return `one of ${choices.map(String).join(', ')}`;
  return TAKES.get(_parse) ?? '';
}

/** Any text, possibly empty. */
export const str = variableKind('text', (text) => text);

/** A text that is not blank. */
export const text = variableKind('text, not empty', (value) => required(value !== '', value));

/** At least 32 characters of key material; its value is never printed. */
export const secret = variableKind('at least 32 characters', (value) =>
  required(value.length >= 32, value),
);

export const bool = variableKind('true or false', envalidBool()._parse);

/** An address of this machine, or a name. */
export const host = variableKind('an IP address or host name', envalidHost()._parse);

export const num = variableKind('a number', number);

/** A number of at least one. */
export const count = variableKind('a whole number from 1', (value) => whole(value, 1));

/** A pool of connections of which one is always in use. */
export const poolSize = variableKind('a whole number from 2', (value) => whole(value, 2));

/** A number that may be zero. */
export const countOrNone = variableKind('a whole number from 0', (value) => whole(value, 0));

/** A duration for a timer. */
export const milliseconds = variableKind('milliseconds', (value) =>
  whole(value, 1, LONGEST_TIMER_MS),
);

/** A duration above the normal delays of a process; 0 switches the variable off. */
export const secondsInMsOrNone = variableKind('milliseconds from 1000; 0: never', (value) =>
  value === '0' ? 0 : whole(value, 1_000, LONGEST_TIMER_MS),
);

/** A port to listen on; 0 selects a free one. */
export const listeningPort = variableKind('a port, 0 to 65535', (value) => whole(value, 0, 65_535));

/** A port to listen on, or none; 0 selects a free one. */
export const optionalPort = variableKind('a port, 0 to 65535; or nothing', (value) =>
  value === '' ? value : whole(value, 0, 65_535),
);

/** Hours for which a response is stored for retries; clients rely on 24. */
export const keepHours = variableKind('hours, at least 24', (value) => {
  const hours = number(value);
  return required(hours >= 24, hours);
});

/** An HTTP address. */
export const url = variableKind('an HTTP address', (value) => required(isHttpUrl(value), value));

/** An HTTP address, or none. */
export const optionalUrl = variableKind('an HTTP address; or nothing', (value) =>
  required(value === '' || isHttpUrl(value), value),
);

/** An HTTP address in which the id of a request replaces `{request_id}`, or none. */
export const optionalRequestUrl = variableKind(
  'an HTTP address with {request_id} after its host; or nothing',
  (value) => required(value === '' || isRequestUrl(value), value),
);

/** Origins of web pages in the browsers' format, or none. */
export const origins = variableKind('https://host,https://host; or nothing', (value) =>
  required(value === '' || value.split(',').every(isOrigin), value),
);

/** IP addresses and networks, or none. */
export const networks = variableKind('address,address/bits; or nothing', (value) =>
  required(value === '' || value.split(',').every(isNetwork), value),
);

/** A Postgres database. */
export const postgresUrl = variableKind(POSTGRES_ADDRESS, (value) =>
  required(isPostgresUrl(value), value),
);

/** A Postgres database, or none. */
export const optionalPostgresUrl = variableKind(`${POSTGRES_ADDRESS}; or nothing`, (value) =>
  required(value === '' || isPostgresUrl(value), value),
);

/** Whether a variable takes the URL of a Postgres database. */
export function isPostgresAddress(variable: ValidatorSpec<unknown>): boolean {
  return takesOf(variable).startsWith(POSTGRES_ADDRESS);
}

/** Kafka's bootstrap brokers, or none. */
export const brokers = variableKind('host:port,host:port; or nothing', (value) =>
  required(value === '' || value.split(',').every(isBroker), value),
);

/** The place of archive files, or none. */
export const archiveLocation = variableKind('a folder or s3://bucket/prefix; or nothing', (value) =>
  required(!value.includes('://') || isBucket(value), value),
);

export const optionalUuid = variableKind('a UUID; or nothing', (value) =>
  required(value === '' || isUUID(value), value),
);

/** Whether a text is the address of something over HTTP or HTTPS. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^/]/.test(text) && URL.canParse(text);
}

function isRequestUrl(text: string): boolean {
  const [one = '', other = ''] = ['1', '2'].map((id) => text.replaceAll('{request_id}', id));
  if (one === other || !isHttpUrl(one) || !isHttpUrl(other)) return false;
  return new URL(one).host === new URL(other).host;
}

function isOrigin(value: string): boolean {
  return /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;
}

function isNetwork(value: string): boolean {
  const [address = '', bits = '32', ...rest] = value.split('/');
  const version = isIP(address);
  const isSize = /^[1-9]\d*$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
  return version !== 0 && isSize && rest.length === 0;
}

function isPostgresUrl(value: string): boolean {
  return /^postgres(ql)?:\/\/./.test(value) && URL.canParse(value);
}

function isBucket(value: string): boolean {
  return /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[^/]+)*\/?$/.test(value);
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
