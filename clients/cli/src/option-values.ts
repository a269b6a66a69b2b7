import { InvalidArgumentError } from '@commander-js/extra-typings';
import { parseVerifierKey, type VerifierKey } from '@ndx/proof';
import { CliError } from './cli-error.js';

const SECRETS: readonly string[] = ['client_secret', 'password'];

/**
 * Collects repeated `name=value` options of a token request.
 *
 * @throws CliError for a secret, without its value: commander would print it
 */
export function tokenParameter(
  text: string,
  values: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [name = '', ...value] = text.split('=');
  if (name === '' || value.length === 0) throw new InvalidArgumentError('Give name=value.');
  if (SECRETS.includes(name)) {
    throw new CliError(
      'usage',
      `${name} in an argument can be read by other users of the machine`,
      {
        hint: 'A program logs in with --issuer, --client-id and --key, a person without --key in a browser.',
      },
    );
  }
  return { ...values, [name]: value.join('=') };
}

/** A whole number from 0. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
}

/** A whole number from 1. */
export function positiveNumber(text: string): number {
  if (wholeNumber(text) === 0) throw new InvalidArgumentError('Give a number from 1.');
  return Number(text);
}

/** The name of a profile, which is also the name of a file. */
export function profileName(text: string): string {
  if (/^[\w-]{1,40}$/.test(text)) return text;
  throw new InvalidArgumentError('Give at most 40 letters, digits, hyphens and underscores.');
}

/** One character; a tab can be written \\t. */
export function oneCharacter(text: string): string {
  const character = text === '\\t' ? '\t' : text;
  if (character.length === 1 && !/["\r\n]/.test(character)) return character;
  throw new InvalidArgumentError('Give one character, such as ; or \\t.');
}

/** The address of a server. */
export function httpAddress(text: string): string {
  if (isHttpAddress(text)) return text;
  throw new InvalidArgumentError('Give an address such as https://exchange.example.');
}

export function isHttpAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

/** The shared secret of webhooks. */
export function webhookSecret(text: string): string {
  if (/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text)) return text;
  throw new InvalidArgumentError('Give whsec_ and base64.');
}

/** Adds the verifier key of a witness. */
export function witnessKeys(text: string, others: readonly VerifierKey[]): readonly VerifierKey[] {
  try {
    const key = parseVerifierKey(text);
    if (key.type === 'cosignature') return [...others, key];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new InvalidArgumentError('Give the verifier key of a witness, name+id+key.');
}
