import { cpus, totalmem } from 'node:os';
import type { Figure, Measurement } from './measurement.js';

/** The results of one measurement. */
export interface Section {
  readonly name: string;
  readonly about: string;
  readonly figures: readonly Figure[];
}

/** A complete run, as written by `--json`. */
export interface Report {
  readonly takenAt: string;
  readonly machine: {
    readonly processor: string;
    readonly cores: number;
    readonly memoryMb: number;
  };
  readonly rounds: number;
  /** Figures of a quick run only show that the measurements work. */
  readonly isQuick: boolean;
  readonly sections: readonly Section[];
}

export function reportOf(
  sections: readonly Section[],
  { rounds, isQuick }: { readonly rounds: number; readonly isQuick: boolean },
): Report {
  return {
    takenAt: new Date().toISOString(),
    machine: {
      processor: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      memoryMb: Math.round(totalmem() / 1_048_576),
    },
    rounds,
    isQuick,
    sections,
  };
}

export function sectionOf({ name, about }: Measurement, figures: readonly Figure[]): Section {
  return { name, about, figures };
}

/** Whether a figure reaches its goal; undefined for a figure without a goal. */
export function isReached({ value, goal }: Figure): boolean | undefined {
  if (goal === undefined) return undefined;
  return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
}

/** One measurement as lines of text with aligned numbers. */
export function tableOf({ name, about, figures }: Section): string {
  const rows = figures.map((figure) => [
    figure.name,
    shown(figure.value),
    figure.unit,
    goalOf(figure),
    spreadOf(figure),
  ]);
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 1 ? cell.padStart(widthOf(1)) : cell.padEnd(widthOf(column)),
      )
      .join('  ')
      .trimEnd(),
  );
  return [`${name}: ${about}`, ...lines.map((line) => `  ${line}`)].join('\n');
}

function goalOf(figure: Figure): string {
  if (figure.goal === undefined) return '';
  const goal =
    'atMost' in figure.goal ? `at most ${figure.goal.atMost}` : `at least ${figure.goal.atLeast}`;
  return `${goal}: ${isReached(figure) ? 'reached' : 'MISSED'}`;
}

function spreadOf({ rounds }: Figure): string {
  if (rounds === undefined || rounds.length < 2) return '';
  return `(${rounds.length} rounds, ${shown(Math.min(...rounds))} to ${shown(Math.max(...rounds))})`;
}

/** Three significant digits; integers stay integers. */
function shown(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return value.toFixed(0);
  return value.toPrecision(3);
}
