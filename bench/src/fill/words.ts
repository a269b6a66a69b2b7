import type pg from 'pg';
import {
  FIRST_NAMES,
  LAST_NAMES,
  LEGAL_FORMS,
  MAIL_HOSTS,
  NAME_ENDS,
  NAME_MIDDLES,
  NAME_STARTS,
  PLACES,
  TRADES,
} from './word-lists.js';

/** Number of slots that a list's words share; the resolution of their frequencies. */
const SLOTS = 4_096;

/**
 * `evenness` sets the frequency distribution of a list (Zipf-Mandelbrot): the frequency of word `n` is
 * proportional to 1 / (n + evenness), as for personal names.
 */
const LISTS = {
  first_name: { words: FIRST_NAMES, evenness: 20 },
  last_name: { words: LAST_NAMES, evenness: 30 },
  name_start: { words: NAME_STARTS, evenness: 30 },
  name_middle: { words: NAME_MIDDLES, evenness: 10 },
  name_end: { words: NAME_ENDS, evenness: 10 },
  trade: { words: TRADES, evenness: 8 },
  legal_form: { words: LEGAL_FORMS, evenness: 1 },
  place: { words: PLACES, evenness: 10 },
  mail_host: { words: MAIL_HOSTS, evenness: 1 },
} as const;

export type WordList = keyof typeof LISTS;

/** Creates a temporary table for each list; `drawn` selects from it. */
export async function createWords(client: pg.Client): Promise<void> {
  for (const [name, { words, evenness }] of Object.entries(LISTS)) {
    await client.query(
      `create temporary table word_${name} as
       select slot - 1 as slot, word from unnest($1::text[]) with ordinality t (word, slot)`,
      [slotsOf(words, evenness)],
    );
    await client.query(`analyze word_${name}`);
  }
}

/** SQL that joins a pseudorandom word of a list to row `n`; different `salt`s give different words. */
export function drawn(list: WordList, alias: string, salt: number): string {
  return `join word_${list} ${alias} on ${alias}.slot = ${dice(salt, SLOTS)}`;
}

/** SQL of a deterministic pseudorandom number from 0 to `sides - 1` for row `n`. */
export function dice(salt: number, sides: number): string {
  return `(hashint8extended(n, ${salt}) & ${2 ** 40 - 1}) % ${sides}`;
}

function slotsOf(words: readonly string[], evenness: number): string[] {
  const weights = words.map((_, place) => 1 / (place + evenness));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const ends: number[] = [];
  for (const weight of weights) ends.push((ends.at(-1) ?? 0) + (weight / total) * SLOTS);
  return Array.from({ length: SLOTS }, (_, slot) => {
    const place = ends.findIndex((end) => slot < end);
    return words[place] ?? words[0] ?? '';
  });
}
