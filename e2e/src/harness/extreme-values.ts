/** Texts by the character that they repeat, a number of bytes long. */
export type Kinds = Readonly<Record<string, (bytes: number) => string>>;

/**
 * Parts of JSON texts that parsers, normalisations and patterns read repeatedly. Each text ends in
 * another character, on which a pattern fails and backtracks.
 */
const JSON_PARTS = {
  letters: 'a',
  digits: '1',
  zeros: '0',
  spaces: ' ',
  'digits and points': '1.',
  'digits and dashes': '1-',
  separators: 'a, ',
  'at signs': 'a@',
  domains: 'a@a.',
  dashes: '-',
  plus: '+',
  'parts of tokens': 'eyJ',
  'social security numbers': '123-45-6789 ',
  'legal forms': 'Inc. ',
  'date-times': '2026-01-15T00:00:00',
  escapes: String.raw`\u0041`,
  'escaped quotes': String.raw`\"`,
  'escaped backslashes': String.raw`\\`,
  'unpaired surrogates': String.raw`\ud83d`,
  accents: 'é',
  emojis: '😀',
  'combining marks': 'a\u0301\u0323',
  'joined marks': '\u0301\u0323',
  'expanding letters': '\ufdfaİ',
  'zero-width characters': '\u200d',
};

/** The same of an address, in its encoding. */
const URL_PARTS = {
  letters: 'a',
  digits: '1',
  dashes: '1-',
  points: '1.',
  spaces: '%20',
  plus: '+',
  separators: 'a,',
  'at signs': 'a%40',
  escapes: '%41',
  slashes: '%2F',
  accents: '%C3%A9',
  'combining marks': 'a%CC%81',
  emojis: '%F0%9F%98%80',
  semicolons: ';a=1',
};

/** The same of a header. */
const HEADER_PARTS = {
  letters: 'a',
  digits: '1',
  hexadecimals: '00-',
  spaces: 'a  ',
  lists: 'a, ',
  weights: 'a;q=1,',
  cookies: 'a=b; ',
  quotes: String.raw`\"`,
  equals: '=',
  points: 'eyJ.',
};

function texts(parts: Readonly<Record<string, string>>): Kinds {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      (bytes: number) => `${part.repeat(Math.max(1, bytes / Buffer.byteLength(part)))}!`,
    ]),
  );
}

export const JSON_TEXTS = texts(JSON_PARTS);
export const URL_TEXTS = texts(URL_PARTS);
export const HEADER_TEXTS = texts(HEADER_PARTS);

/** JSON of values that are no texts. */
export const JSON_VALUES: Kinds = {
  'many digits': (bytes) => '9'.repeat(bytes),
  'many decimals': (bytes) => `0.${'0'.repeat(bytes)}1`,
  'a long exponent': (bytes) => `1e${'9'.repeat(bytes)}`,
  'a long negative exponent': (bytes) => `-1E-${'0'.repeat(bytes)}1`,
  'many numbers': (bytes) => list(bytes, () => '0'),
  'many nulls': (bytes) => list(bytes, () => 'null'),
  'many ids': (bytes) => list(bytes, () => '"00000000-0000-4000-8000-000000000000"'),
  'many texts': (bytes) => list(bytes, (at) => `"${at}"`),
  'many objects': (bytes) => list(bytes, () => '{}'),
  'many objects with a member': (bytes) => list(bytes, (at) => `{"m${at}":0}`),
  'many lists': (bytes) => list(bytes, () => '[[]]'),
  'many members': (bytes) => `{${joined(bytes, (at) => `"m${at}":0`)}}`,
  'many long members': (bytes) => `{${joined(bytes, (at) => `"${'m'.repeat(1_000)}${at}":0`)}}`,
  'many levels': (bytes) => list(bytes, () => `${'['.repeat(80)}${']'.repeat(80)}`),
  'a level too many': (bytes) => '['.repeat(bytes),
};

function list(bytes: number, item: (at: number) => string): string {
  return `[${joined(bytes, item)}]`;
}

/** Parts with commas, as many as fit. */
export function joined(bytes: number, part: (at: number) => string, separator = ','): string {
  const parts: string[] = [];
  for (let length = 0, at = 0; length < bytes; at += 1) {
    const next = part(at);
    parts.push(next);
    length += next.length + separator.length;
  }
  return parts.join(separator);
}
