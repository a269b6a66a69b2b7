import { randomInt } from 'node:crypto';

/** A number that can have been issued: of no area, group or serial that is never used. */
export function aSocialSecurityNumber(): number {
  const [area, group, serial] = [randomInt(700, 900), randomInt(1, 100), randomInt(1, 10_000)];
  return (area * 100 + group) * 10_000 + serial;
}
