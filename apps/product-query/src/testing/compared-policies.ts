import { kybCertificate, type Dataset, type QueryingConfiguration, TEMPLATES } from '@ndx/catalog';
import type { ConsentState, PolicyEffect } from '@ndx/contracts';
import { expect, test } from '@jest/globals';
import { aConsent } from './builders.js';
import { certificateWorld, releasedCertificate, SECTIONS } from './certificate-worlds.js';
import { changedPair, SCOPES, type ChangedPair } from './changed-pairs.js';
import { Draw } from './draw.js';
import type { GovernedModel } from './policy-changes.js';
import type { Released } from './released.js';
import { dataOf, releasedTemplate, templateWorld } from './template-release.js';

const SEED = Number(process.env['SEED'] ?? 1);
const TIMEOUT_MS = 24 * 3_600_000;

/** The worlds of a pair that release something. */
const PROOFS_PER_PAIR = 4;
/** The worlds of a pair that release nothing before it is left: most of these pairs never do. */
const MISSES_PER_PAIR = 2;
/** The pairs and worlds for each world that is needed. */
const DRAWS_AT_MOST = 40;
/** The part of the worlds that each stated effect of a policy, a model and a field has. */
const LEAST_PART = 1 / 1000;

/** A world with the recorded consent of the querying institution, if any. */
interface Bound {
  readonly binding: ConsentState | 'none' | 'closed';
}

/** The policies of a data set, and the queries that they decide. */
interface Subject<W extends Bound> {
  readonly dataset: Dataset;
  readonly models: readonly GovernedModel[];
  readonly world: (draw: Draw) => W;
  readonly released: (world: W, policy: QueryingConfiguration) => Released<W>;
  /** Whether a released value is of a model, or of a field of it. */
  readonly isOf: (value: string, model: string, field: string | undefined) => boolean;
}

const MIRRORED: Readonly<Record<PolicyEffect, PolicyEffect>> = {
  equal: 'equal',
  narrower: 'wider',
  wider: 'narrower',
  different: 'different',
};

/** The policies that must release nothing beyond the other one of the pair. */
function narrowerOnes({ effect, before, after }: ChangedPair) {
  return [
    ...(effect === 'narrower' || effect === 'equal' ? [[after, before] as const] : []),
    ...(effect === 'wider' || effect === 'equal' ? [[before, after] as const] : []),
  ];
}

/**
 * What the narrower policy releases in the world, of the model or field that the pair changes.
 * @throws where the other policy does not release it from the same records
 */
function proven<W extends Bound>(
  { released, isOf }: Subject<W>,
  pair: ChangedPair & { readonly seed: number },
  world: W,
): readonly string[] {
  const { model, field } = pair;
  return narrowerOnes(pair).flatMap(([one, other]) => {
    const { values, alone } = released(world, one);
    const could = new Set(alone ? released(alone, other).values : []);
    const found = values.filter((value) => !could.has(value));
    if (found.length > 0) throw new Error(JSON.stringify({ found, pair, world }, null, 1));
    return model === undefined ? values : values.filter((value) => isOf(value, model, field));
  });
}

/** In half of the worlds the consent hides nothing: few others release anything. */
function worldOf<W extends Bound>({ dataset, world }: Subject<W>, draw: Draw): W {
  const drawn = world(draw);
  if (draw.nat(1) === 0) return drawn;
  return { ...drawn, binding: aConsent({ kind: dataset.subject, consented_fields: '*' }) };
}

/** Draws until the number of worlds in which the narrower policy releases something is reached. */
function check<W extends Bound>(subject: Subject<W>, needed: number): void {
  const proofs = new Map<string, number>();
  let [seed, pairs, draws, count] = [SEED, 0, 0, 0];
  for (; count < needed; seed = (seed + 1) | 0) {
    const draw = new Draw(seed);
    pairs += 1;
    if (draws + pairs > DRAWS_AT_MOST * needed) throw new Error(`only ${count} worlds release`);
    const pair = changedPair(draw, subject.dataset, subject.models);
    if (!pair) continue;
    const { scope, effect, mirrored } = pair;
    if (mirrored !== MIRRORED[effect]) throw new Error(JSON.stringify({ seed, pair }, null, 1));
    if (effect === 'different') continue;
    let [own, misses] = [0, 0];
    while (own < PROOFS_PER_PAIR && misses < own + MISSES_PER_PAIR) {
      draws += 1;
      if (proven(subject, { ...pair, seed }, worldOf(subject, draw)).length > 0) own += 1;
      else misses += 1;
    }
    count += own;
    const key = `${scope} ${effect}`;
    proofs.set(key, (proofs.get(key) ?? 0) + own);
  }
  const summary = { ...Object.fromEntries(proofs), count, draws, pairs };
  process.stdout.write(`${subject.dataset.slug}: ${JSON.stringify(summary)}\n`);
  for (const scope of SCOPES) {
    for (const effect of ['equal', 'narrower', 'wider']) {
      const worlds = proofs.get(`${scope} ${effect}`) ?? 0;
      const isEnough = worlds >= Math.floor(needed * LEAST_PART);
      expect({ scope, effect, worlds, isEnough }).toMatchObject({ isEnough: true });
    }
  }
}

/**
 * Compares random changes of policies, of one model and of one field with what both release.
 * @param worlds the number of those in which the narrower policy releases something, half of them
 * of certificates; `SEED` begins with other ones
 */
export function comparedPoliciesSuite(worlds: number): void {
  const half = worlds / 2;
  test(
    'a narrower policy for certificates releases nothing that the other could not',
    () => {
      const certificates = {
        ...{ world: certificateWorld, released: releasedCertificate },
        isOf: (value: string, model: string, field?: string) =>
          value.split(' ')[1] === (field === undefined ? model : `${model}.${field}:`),
      };
      check({ dataset: kybCertificate, models: SECTIONS, ...certificates }, half);
    },
    TIMEOUT_MS,
  );

  test.each(TEMPLATES.map((template) => [template.slug, template] as const))(
    'a narrower policy for %s releases nothing that the other could not',
    (_, template) => {
      const ofTemplate = {
        ...{ dataset: template, models: dataOf(template) },
        ...{ world: templateWorld(template), released: releasedTemplate(template) },
        isOf: (value: string, _model: string, field?: string) =>
          field === undefined || value === field,
      };
      check(ofTemplate, half / TEMPLATES.length);
    },
    TIMEOUT_MS,
  );
}
