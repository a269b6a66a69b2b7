import { Session, type Profiler } from 'node:inspector';
import { readFileSync, writeFileSync } from 'node:fs';

export interface FuzzOptions {
  /**
   * A JSON file with the texts to begin with, relative to the package; mutations combine them. With
   * `KEEP_CORPUS=1` it then has those too that reached new code.
   */
  readonly corpus: string;
  /** Code whose coverage guides the search: a part of the names of its files. */
  readonly sources: string;
  /** The longest search; by default `FUZZ_MINUTES`. */
  readonly minutes?: number;
}

/** An input for which the target failed. */
export class FuzzFinding extends Error {
  constructor(
    readonly input: string,
    cause: unknown,
  ) {
    super(`fails for ${JSON.stringify(input)}: ${String(cause)}`, { cause });
  }
}

/** Of each search; `npm run soak` searches longer. */
const MINUTES = Number(process.env['FUZZ_MINUTES'] ?? 0.5);

/** Reading the coverage costs as much as hundreds of inputs, so inputs share a reading. */
const BATCH = 256;
const LONGEST = 4_096;

/**
 * Coverage-guided fuzzing: calls the target with mutations of the corpus for some minutes, and
 * adds each input to the corpus that executes a block of the sources for the first time. The blocks
 * are those that V8 counts.
 * @throws FuzzFinding for the first input for which the target throws
 */
export async function fuzz(
  target: (input: string) => unknown,
  { corpus: file, sources, minutes = MINUTES }: FuzzOptions,
): Promise<void> {
  const coverage = new Coverage(sources);
  const corpus = JSON.parse(readFileSync(file, 'utf8')) as string[];
  const run = async (inputs: readonly string[]) => {
    for (const input of inputs) {
      try {
        await target(input);
      } catch (error) {
        throw new FuzzFinding(input, error);
      }
    }
    return coverage.hasGrown();
  };
  try {
    await run(corpus);
    const end = performance.now() + minutes * 60_000;
    while (performance.now() < end) {
      const inputs = Array.from({ length: BATCH }, () => mutated(corpus));
      const before = coverage.copy();
      if (!(await run(inputs))) continue;
      coverage.restore(before);
      for (const input of inputs) if (await run([input])) corpus.push(input);
    }
  } finally {
    coverage.stop();
  }
  if (process.env['KEEP_CORPUS'] === '1') {
    writeFileSync(file, `${JSON.stringify(corpus, null, 2)}\n`);
  }
}

/** The executed bytes of each file. */
type Executed = ReadonlyMap<string, Uint8Array>;

class Coverage {
  private readonly session = new Session();
  private executed = new Map<string, Uint8Array>();

  constructor(private readonly sources: string) {
    this.session.connect();
    this.session.post('Profiler.enable');
    this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Whether any byte was executed for the first time since the last call. */
  hasGrown(): boolean {
    let grown = false;
    for (const { url, functions } of this.taken()) {
      if (!url.includes(this.sources) || url.includes('.spec.')) continue;
      const end = Math.max(...functions.flatMap(({ ranges }) => ranges.map((r) => r.endOffset)));
      const before = this.executed.get(url) ?? new Uint8Array();
      const after = new Uint8Array(Math.max(end, before.length));
      after.set(before);
      for (const each of functions) markExecuted(each, after);
      const isNew = after.some((byte, at) => byte !== (before[at] ?? 0));
      if (isNew) this.executed.set(url, after);
      grown ||= isNew;
    }
    return grown;
  }

  copy(): Executed {
    return new Map(this.executed);
  }

  restore(executed: Executed): void {
    this.executed = new Map(executed);
  }

  stop(): void {
    this.session.disconnect();
  }

  private taken(): readonly Profiler.ScriptCoverage[] {
    let taken: readonly Profiler.ScriptCoverage[] = [];
    // The inspector of the own thread answers before `post` returns.
    this.session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error) throw error;
      taken = result;
    });
    return taken;
  }
}

/** Marks the bytes of a function that ran; its ranges are nested, outer ones first. */
function markExecuted({ ranges }: Profiler.FunctionCoverage, executed: Uint8Array): void {
  const [whole] = ranges;
  if (!whole) return;
  const own = new Uint8Array(whole.endOffset - whole.startOffset);
  for (const { startOffset, endOffset, count } of ranges) {
    own.fill(count > 0 ? 1 : 0, startOffset - whole.startOffset, endOffset - whole.startOffset);
  }
  own.forEach((ran, at) => {
    if (ran) executed[whole.startOffset + at] = 1;
  });
}

/** Characters at the edges of classes of patterns, encodings and numbers. */
const CHARACTERS = [
  '\0',
  '\t',
  '\n',
  '\r',
  ' ',
  '"',
  '%',
  '&',
  ',',
  '-',
  '.',
  '/',
  '0',
  '1',
  '9',
].concat(
  [':', ';', '=', '?', '@', 'A', 'Z', '[', '\\', ']', '_', 'a', 'e', 'z', '{', '}', '\x7f', '\xa0'],
  ['é', 'İ', 'ß', '\u0301', '\u200b', '\u2028', '\ufeff', '\uffff', '\ud83d', '\ude00', '😀'],
);

/** A text of the corpus after one to four random changes. */
function mutated(corpus: readonly string[]): string {
  let text = oneOf(corpus);
  for (let left = 1 + below(4); left > 0; left -= 1) text = changed(text, corpus);
  return text.slice(0, LONGEST);
}

function changed(text: string, corpus: readonly string[]): string {
  const [from, to] = [below(text.length + 1), below(text.length + 1)].toSorted((a, b) => a - b);
  const [start, part, rest] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
  switch (below(6)) {
    case 0:
      return start + rest;
    case 1:
      return start + part.repeat(2 + below(8)) + rest;
    case 2:
      return start + oneOf(CHARACTERS) + part + rest;
    case 3:
      return start + oneOf(CHARACTERS) + text.slice((from ?? 0) + 1);
    case 4:
      return start + String.fromCharCode(below(0x10000)) + text.slice((from ?? 0) + 1);
    default: {
      const other = oneOf(corpus);
      return start + other.slice(below(other.length + 1)) + rest;
    }
  }
}

function oneOf(values: readonly string[]): string {
  return values[below(values.length)] ?? '';
}

function below(count: number): number {
  return Math.floor(Math.random() * count);
}
