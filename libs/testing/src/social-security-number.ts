import { randomInt } from 'node:crypto';

/** A random number with an area, group and serial that can be issued. */
export function aSocialSecurityNumber(): number {
  const [area, group, serial] = [randomInt(700, 900), randomInt(1, 100), randomInt(1, 10_000)];
  return (area * 100 + group) * 10_000 + serial;
}
