import type { EventEmitter } from 'node:events';

/** A request that waits for a place, or has one. */
export interface Turn {
  readonly institution: string;
  /** Called once, when the request gets its place. */
  start: () => void;
}

/** The requests of an institution. */
interface Line {
  running: number;
  readonly waiting: Set<Turn>;
  /** When its last request left. */
  leftAt: number;
}

/** How long an institution counts after its last request. */
const PRESENT_MS = 1_000;
/** Of the places, for several institutions: fewer requests at a time delay each other less. */
const SHARED = 1 / 32;

/**
 * Places for the requests that a service processes at a time. Institutions get them in turn, and one
 * has at most as many as are free: its requests wait behind each other. Several institutions share a
 * part of the places, and the first request of each may have one of the others.
 */
export class FairQueue {
  private readonly running = new Set<Turn>();
  /** The institution whose turn is next comes first. */
  private readonly lines = new Map<string, Line>();

  constructor(private readonly places: number) {}

  /** The number of requests without a place. */
  get waiting(): number {
    let count = 0;
    for (const line of this.lines.values()) count += line.waiting.size;
    return count;
  }

  /**
   * Waits for a place, which the request must `leave`; undefined if the caller disconnects first.
   * @throws Error when there is none in time
   */
  take(institution: string, caller: EventEmitter, timeoutMs: number): Promise<Turn | undefined> {
    return new Promise((resolve, reject) => {
      const turn: Turn = { institution, start: () => resolve(turn) };
      this.enter(turn);
      if (this.running.has(turn)) return;
      const stopWaiting = () => {
        clearTimeout(timer);
        caller.off('close', onClose);
      };
      const onClose = () => {
        stopWaiting();
        this.leave(turn);
        resolve(undefined);
      };
      const timer = setTimeout(() => {
        stopWaiting();
        this.leave(turn);
        reject(new Error(`no place within ${timeoutMs} ms`));
      }, timeoutMs);
      caller.once('close', onClose);
      turn.start = () => {
        stopWaiting();
        resolve(turn);
      };
    });
  }

  /** Frees the place of a request; later calls have no effect. */
  leave(turn: Turn): void {
    const line = this.lines.get(turn.institution);
    if (line === undefined) return;
    if (this.running.delete(turn)) line.running -= 1;
    else line.waiting.delete(turn);
    line.leftAt = performance.now();
    this.startNext();
  }

  private enter(turn: Turn): void {
    const line = this.lines.get(turn.institution) ?? { running: 0, waiting: new Set(), leftAt: 0 };
    this.lines.set(turn.institution, line);
    line.waiting.add(turn);
    this.startNext();
  }

  private startNext(): void {
    const places = this.isShared() ? this.places * SHARED : this.places;
    for (const [institution, line] of this.lines) {
      const [turn] = line.waiting;
      if (turn === undefined || this.running.size >= this.places) continue;
      if (line.running >= Math.max(1, places - this.running.size)) continue;
      line.waiting.delete(turn);
      line.running += 1;
      this.running.add(turn);
      // Behind the others, so that the loop reaches it again after them.
      this.lines.delete(institution);
      this.lines.set(institution, line);
      turn.start();
    }
  }

  /** Whether several institutions are present; forgets the others. */
  private isShared(): boolean {
    const now = performance.now();
    for (const [institution, { running, waiting, leftAt }] of this.lines) {
      const isIdle = running === 0 && waiting.size === 0;
      if (isIdle && now - leftAt > PRESENT_MS) this.lines.delete(institution);
    }
    return this.lines.size > 1;
  }
}
