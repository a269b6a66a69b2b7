import { MAX_DAYS_OF_COUNTS } from '@ndx/api';
import { invalid, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DailyCountRepository, type DailyCount } from '../../storage/daily-count-repository.js';
import { queryingEntityOf } from './feed-of-network.js';

const DAY_MS = 86_400_000;

/** A page ends with the day on which it has counted this many events. */
const EVENTS_OF_PAGE = 20_000;

export interface CountWindow {
  readonly networkId: string;
  /** `YYYY-MM-DD`, UTC, inclusive. */
  readonly from: string;
  /** `YYYY-MM-DD`, UTC, exclusive. */
  readonly to: string;
  readonly cursor: string | undefined;
}

export interface DailyCountPage {
  readonly counts: readonly DailyCount[];
  /** Continues with the day after the page; after the last day, with an empty page. */
  readonly nextCursor: string;
}

/** `GET /v1/query-events/daily-counts`: the sums of the feed (design 9). */
@Injectable()
export class CountDailyQueries {
  constructor(private readonly counts: DailyCountRepository) {}

  /**
   * Counts the events that the feed lists to the caller: every query of the network for governors,
   * the queries of their institution for other members.
   * @throws PERMISSION_DENIED for callers who are not members, VALIDATION_ERROR for an empty or too
   *   long window or an invalid cursor
   */
  async list(principal: Principal, window: CountWindow): Promise<DailyCountPage> {
    const { networkId } = window;
    const queryingEntityId = queryingEntityOf(principal, networkId);
    const { first, last } = daysOf(window);
    const counts: DailyCount[] = [];
    let day = first;
    for (let counted = 0; day < last && counted < EVENTS_OF_PAGE; day += DAY_MS) {
      const [start, end] = [new Date(day), new Date(day + DAY_MS)];
      const found = await this.counts.countsOf({ networkId, queryingEntityId, start, end });
      counts.push(...found);
      counted += found.reduce((sum, { count }) => sum + count, 0);
    }
    return { counts, nextCursor: encodeDay(day) };
  }
}

/** The first day to count and the day after the last one, in milliseconds since the epoch. */
function daysOf({ from, to, cursor }: CountWindow) {
  const [start, last] = [Date.parse(from), Date.parse(to)];
  if (last <= start) throw invalid('invalid_window', 'to must be after from');
  if (last - start > MAX_DAYS_OF_COUNTS * DAY_MS) {
    throw invalid('invalid_window', `from and to must be at most ${MAX_DAYS_OF_COUNTS} days apart`);
  }
  const first = cursor === undefined ? start : decodeDay(cursor);
  if (first === undefined || first < start || first > last) {
    throw invalid('invalid_cursor', 'the cursor is not valid');
  }
  return { first, last };
}

function encodeDay(day: number): string {
  return Buffer.from(new Date(day).toISOString().slice(0, 10)).toString('base64url');
}

/** Undefined for a text that `encodeDay` did not return. */
function decodeDay(cursor: string): number | undefined {
  const day = Date.parse(Buffer.from(cursor, 'base64url').toString());
  return Number.isNaN(day) || encodeDay(day) !== cursor ? undefined : day;
}
