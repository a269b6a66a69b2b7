import { open } from 'node:fs/promises';
import type { AnswerOf, LogLevel, readRequestLogs } from '@ndx/api';
import { LOG_LEVELS } from '@ndx/api';
import { SERVICE_NAMES, type ServiceName } from '@ndx/contracts';
import { codeOf } from '@ndx/local-infra';
import { lineIn, textLine, type LogLine } from './log-line.js';

type RequestLogs = AnswerOf<typeof readRequestLogs>;

export interface LogBounds {
  /** Bytes at the end of each file; older lines are not read. */
  readonly bytes: number;
  /** Lines of a request in one answer. */
  readonly linesOfRequest: number;
}

interface LinesAsked {
  readonly service: ServiceName;
  readonly level: LogLevel;
  readonly limit: number;
  /** A place in the file; by default its end. */
  readonly before: number | undefined;
}

interface LinePage {
  readonly data: readonly LogLine[];
  /** The place before the last line; a page that is not full ends at the bound. */
  readonly next_cursor: string;
}

interface Window {
  readonly start: number;
  readonly bytes: Buffer;
}

interface RawLine {
  /** Its place in the file. */
  readonly at: number;
  readonly bytes: Buffer;
}

const LINE_END = 10;

/** The last lines of the log files of the processes, read from the ends of the files. */
export class LogFiles {
  constructor(
    private readonly fileOf: (service: ServiceName) => string,
    private readonly bounds: LogBounds,
  ) {}

  /** The lines of a request in the order of time; undefined without any. */
  async ofRequest(requestId: string): Promise<RequestLogs | undefined> {
    const found: LogLine[] = [];
    for (const service of SERVICE_NAMES) {
      const { start, bytes } = await this.windowOf(service);
      const lines = [...linesBackwards(bytes, start)]
        .filter((line) => line.bytes.includes(requestId))
        .flatMap((line) => lineIn(line.bytes.toString(), service) ?? [])
        .filter(({ request_id: id }) => id === requestId);
      found.push(...lines.toReversed());
    }
    if (found.length === 0) return undefined;
    const inOrder = found.sort((one, other) => timeOf(one) - timeOf(other));
    const lines = inOrder.slice(-this.bounds.linesOfRequest);
    return { request_id: requestId, lines, omitted_lines: found.length - lines.length };
  }

  /** The newest lines of a process before a place, of a level or more severe. */
  async newest({ service, level, limit, before }: LinesAsked): Promise<LinePage> {
    const { start, bytes } = await this.windowOf(service, before);
    const severity = LOG_LEVELS.indexOf(level);
    const data: LogLine[] = [];
    for (const { at, line } of entriesBackwards(bytes, start, service)) {
      if (LOG_LEVELS.indexOf(line.level) < severity) continue;
      data.push(line);
      if (data.length === limit) return { data, next_cursor: String(at) };
    }
    return { data, next_cursor: String(Math.min(start, before ?? start)) };
  }

  private async windowOf(service: ServiceName, before = Infinity): Promise<Window> {
    const path = this.fileOf(service);
    const file = await open(path, 'r').catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (file === undefined) return { start: 0, bytes: Buffer.alloc(0) };
    try {
      const { size } = await file.stat();
      const start = Math.max(0, size - this.bounds.bytes);
      const length = Math.max(0, Math.min(before, size) - start);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
      return { start, bytes: buffer.subarray(0, bytesRead) };
    } finally {
      await file.close();
    }
  }
}

/** Lines of the logger, and the output between two of them as one line; the newest first. */
function* entriesBackwards(
  bytes: Buffer,
  start: number,
  service: ServiceName,
): Generator<{ readonly at: number; readonly line: LogLine }> {
  let output: RawLine[] = [];
  const collected = function* () {
    const [first] = output.toReversed();
    const texts = output.map((line) => line.bytes.toString()).reverse();
    output = [];
    if (first) yield { at: first.at, line: textLine(texts.join('\n'), service) };
  };
  for (const raw of linesBackwards(bytes, start)) {
    const line = lineIn(raw.bytes.toString(), service);
    if (line === undefined) {
      output.push(raw);
      continue;
    }
    yield* collected();
    yield { at: raw.at, line };
  }
  yield* collected();
}

/** The complete lines of a part of a file, the last one first. */
function* linesBackwards(bytes: Buffer, start: number): Generator<RawLine> {
  let end = bytes.lastIndexOf(LINE_END);
  while (end >= 0) {
    const begin = end === 0 ? 0 : bytes.lastIndexOf(LINE_END, end - 1) + 1;
    // The part begins within this line.
    if (begin === 0 && start > 0) return;
    yield { at: start + begin, bytes: bytes.subarray(begin, end) };
    end = begin - 1;
  }
}

function timeOf({ at }: LogLine): number {
  return at === null ? 0 : Date.parse(at);
}
