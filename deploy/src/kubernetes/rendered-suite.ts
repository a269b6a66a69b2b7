import { describe, test } from '@jest/globals';
import { whyNotRendered } from './render.js';

/** A suite over the rendered manifests; skipped with the reason when kubectl is missing. */
export function renderedSuite(name: string, tests: () => void): void {
  const why = whyNotRendered();
  if (why === undefined) describe(name, tests);
  else describe(name, () => test.skip(why, () => undefined));
}
