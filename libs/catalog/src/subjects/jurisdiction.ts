import { composed } from '@ndx/contracts';
import { iso31661, iso31661Alpha3ToAlpha2, iso31662 } from 'iso-3166';

/** The accepted jurisdictions, for messages. */
export const JURISDICTION_FORMS =
  "an ISO 3166-2 code such as US-DE, a subdivision of the network's country by code or name, or a country";

const COUNTRIES: ReadonlySet<string> = new Set(iso31661.map(({ alpha2 }) => alpha2));
const SUBDIVISIONS: ReadonlySet<string> = new Set(iso31662.map(({ code }) => code));

/** Made at the first text that is not a code: every process loads this module, few read names. */
let names: { readonly countries: Names; readonly subdivisions: Names } | undefined;

type Names = ReadonlyMap<string, string>;

/** Whether a text is an ISO 3166-1 alpha-2 code of a country, in upper case. */
export function isCountry(text: string): boolean {
  return COUNTRIES.has(text);
}

/**
 * The ISO 3166-2 code of a jurisdiction, or the ISO 3166-1 alpha-2 code of a whole country. A text
 * without a country is first read as a subdivision of the given one: `DE` and `Delaware` are
 * `US-DE` in a network of the US. The result must not be parsed again: Germany is `DE`.
 * @returns undefined for a text that is not in ISO 3166
 */
export function normaliseJurisdiction(value: string, country: string): string | undefined {
  const code = composed(value).trim().toUpperCase();
  if (SUBDIVISIONS.has(code)) return code;
  if (SUBDIVISIONS.has(`${country}-${code}`)) return `${country}-${code}`;
  const name = comparable(value);
  names ??= { countries: countryNames(), subdivisions: subdivisionNames() };
  return (
    names.subdivisions.get(`${country} ${name}`) ??
    (COUNTRIES.has(code) ? code : undefined) ??
    iso31661Alpha3ToAlpha2[code] ??
    names.countries.get(name)
  );
}

/** The same, if all of several countries read the text alike; otherwise undefined. */
export function jurisdictionAmong(value: string, countries: readonly string[]): string | undefined {
  const [first, ...others] = new Set(countries.map((one) => normaliseJurisdiction(value, one)));
  return others.length === 0 ? first : undefined;
}

/** Countries by the name in ISO 3166, and by the common English name. */
function countryNames(): Names {
  const common = new Intl.DisplayNames(['en'], { type: 'region' });
  return new Map(
    iso31661.flatMap(({ alpha2, name }) =>
      [name, common.of(alpha2) ?? name].map((each) => [comparable(each), alpha2] as const),
    ),
  );
}

/** Subdivisions by country and name; a name of two subdivisions of a country matches neither. */
function subdivisionNames(): Names {
  const codes = new Map<string, string[]>();
  for (const { code, name } of iso31662) {
    const key = `${code.slice(0, 2)} ${comparable(name)}`;
    codes.set(key, [...(codes.get(key) ?? []), code]);
  }
  return new Map(
    [...codes].flatMap(([key, [first = '', ...others]]) =>
      others.length === 0 ? [[key, first] as const] : [],
    ),
  );
}

/** The name without case, diacritics and punctuation. */
function comparable(name: string): string {
  return composed(name, 'NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
