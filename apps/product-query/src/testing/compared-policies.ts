import {
  compareConfigurations,
  type Dataset,
  kybCertificate,
  type QueryingConfiguration,
  TEMPLATES,
} from '@ndx/catalog';
import type { PolicyEffect } from '@ndx/contracts';
import { expect, test } from '@jest/globals';
import { certificateWorld, releasedCertificate, SECTIONS } from './certificate-worlds.js';
import { Draw } from './draw.js';
import {
  changedConfiguration,
  configuration,
  withFewFields,
  type GovernedModel,
} from './policy-changes.js';
import type { Released } from './released.js';
import { dataOf, releasedTemplate, templateWorld } from './template-release.js';

const SEED = Number(process.env['SEED'] ?? 1);
const TIMEOUT_MS = 24 * 3_600_000;

/** The policies of a data set, and the queries that they decide. */
interface Subject<W> {
  readonly dataset: Dataset;
  readonly models: readonly GovernedModel[];
  readonly world: (draw: Draw) => W;
  readonly released: (world: W, policy: QueryingConfiguration) => Released<W>;
}

const MIRRORED: Readonly<Record<PolicyEffect, PolicyEffect>> = {
  equal: 'equal',
  narrower: 'wider',
  wider: 'narrower',
  different: 'different',
};

/** The effect of a random change, and what the narrower policy releases beyond the other. */
function checked<W>({ dataset, world: worldOf, released, ...subject }: Subject<W>, seed: number) {
  const draw = new Draw(seed);
  const models = withFewFields(draw, subject.models);
  const before = configuration(draw, models);
  const after = changedConfiguration(draw, models, before);
  const { effect } = compareConfigurations(dataset, before, after);
  expect(compareConfigurations(dataset, after, before).effect).toBe(MIRRORED[effect]);
  const world = worldOf(draw);
  let count = 0;
  /** What one policy releases in the world, and the other does not from the same records. */
  const beyond = (one: QueryingConfiguration, other: QueryingConfiguration) => {
    const { values, alone } = released(world, one);
    const could = new Set(alone ? released(alone, other).values : []);
    count += values.length;
    return values.filter((value) => !could.has(value));
  };
  const found = [
    ...(effect === 'narrower' || effect === 'equal' ? beyond(after, before) : []),
    ...(effect === 'wider' || effect === 'equal' ? beyond(before, after) : []),
  ];
  return { effect, before, after, world, found, isReleased: count > 0 };
}

function check<W>(subject: Subject<W>, worlds: number): void {
  const counts = { equal: 0, narrower: 0, wider: 0, different: 0 };
  for (let n = 0; n < worlds; n += 1) {
    const seed = (SEED + n) | 0;
    const result = checked(subject, seed);
    if (result.found.length > 0) throw new Error(JSON.stringify({ seed, ...result }, null, 1));
    if (result.isReleased) counts[result.effect] += 1;
  }
  const { equal, narrower, wider } = counts;
  expect(Math.min(equal, narrower, wider)).toBeGreaterThan(0);
}

/**
 * Compares random changes of policies with what both release.
 * @param worlds their number, half of them of certificates; `SEED` begins with other ones
 */
export function comparedPoliciesSuite(worlds: number): void {
  const half = worlds / 2;
  test(
    'a narrower policy for certificates releases nothing that the other could not',
    () => {
      const certificates = { world: certificateWorld, released: releasedCertificate };
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
      };
      check(ofTemplate, half / TEMPLATES.length);
    },
    TIMEOUT_MS,
  );
}
