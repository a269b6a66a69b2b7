/** Draws the values of a random world; the same ones for the same seed (mulberry32). */
export class Draw {
  constructor(private state: number) {}

  /** From 0 to `max`. */
  nat(max: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % (max + 1);
  }

  one<T>(values: readonly T[]): T {
    const value = values[this.nat(values.length - 1)];
    if (value === undefined) throw new Error('there is no value to draw');
    return value;
  }

  /** Some of the values, in random order. */
  some<T>(values: readonly T[], least = 0): T[] {
    const rest = [...values];
    const count = least + this.nat(rest.length - least);
    return Array.from({ length: count }, () => rest.splice(this.nat(rest.length - 1), 1)).flat();
  }

  /** The usual value in most worlds. */
  mostly<T>(usual: T, other: () => T): T {
    return this.nat(3) > 0 ? usual : other();
  }

  /** Another value in some worlds. */
  changed<T>(value: T, other: T): T {
    return this.nat(3) > 0 ? value : other;
  }
}
