const MAX_INTERVALS = 5;

/** The marks of an axis from 0, in equal steps of whole numbers; the last is not below `max`. */
export function ticksOf(max: number): readonly number[] {
  const step = stepOf(max / MAX_INTERVALS);
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step);
}

/** The smallest of 1, 2, 5, 10, 20, 50... that is not below `least`. */
function stepOf(least: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(least)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 1;
}
