import { MAX_DAYS_OF_COUNTS } from '@ndx/api';
import { invalid, type Principal } from '@ndx/contracts';
import { decodePlace, encodePlace, invalidCursor } from '@ndx/service';
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
  readonly limit: number;
}

export interface DailyCountPage {
  readonly counts: readonly DailyCount[];
  /** Continues after the page; after the last day, with an empty page. */
  readonly nextCursor: string;
}

/** The place after a page: a day, and the last of its counts that a page had. */
interface Place {
  readonly day: number;
  readonly after?: string | undefined;
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
    const { networkId, limit } = window;
    const queryingEntityId = queryingEntityOf(principal, networkId);
    const { first, last } = daysOf(window);
    const counts: DailyCount[] = [];
    let { day, after } = first;
    for (let counted = 0; day < last && counted < EVENTS_OF_PAGE; day += DAY_MS) {
      const [start, end] = [new Date(day), new Date(day + DAY_MS)];
      const found = await this.counts.countsOf({
        networkId,
        queryingEntityId,
        reader: principal,
        start,
        end,
      });
      const left = found.slice(placeAfter(found, after));
      counts.push(...left.slice(0, limit - counts.length));
      const lastCount = counts.at(-1);
      if (lastCount && counts.length === limit) {
        return { counts, nextCursor: encode({ day, after: keyOf(lastCount) }) };
      }
      after = undefined;
      counted += found.reduce((sum, { count }) => sum + count, 0);
    }
    return { counts, nextCursor: encode({ day }) };
  }
}

/** The counts of a day never disappear, so a cursor whose count is missing is not of this list. */
function placeAfter(found: readonly DailyCount[], key: string | undefined): number {
  if (key === undefined) return 0;
  const place = found.findIndex((count) => keyOf(count) === key);
  if (place === -1) throw invalidCursor();
  return place + 1;
}

function keyOf(count: DailyCount): string {
  const { querying_entity_id, product_slug, kind, outcome, reason, billable } = count;
  return [querying_entity_id, product_slug, kind, outcome, reason ?? '', String(billable)].join(
    ' ',
  );
}

/** The first place to count and the day after the last one, in milliseconds since the epoch. */
function daysOf({ from, to, cursor }: CountWindow) {
  const [start, last] = [Date.parse(from), Date.parse(to)];
  if (last <= start) throw invalid('invalid_window', 'to must be after from');
  if (last - start > MAX_DAYS_OF_COUNTS * DAY_MS) {
    throw invalid('invalid_window', `from and to must be at most ${MAX_DAYS_OF_COUNTS} days apart`);
  }
  const first: Place = cursor === undefined ? { day: start } : decode(cursor);
  if (first.day < start || first.day > last) throw invalidCursor();
  return { first, last };
}

function encode({ day, after }: Place): string {
  const date = new Date(day).toISOString().slice(0, 10);
  return encodePlace(date, ...(after === undefined ? [] : [after]));
}

/** @throws VALIDATION_ERROR for a text that `encode` did not return */
function decode(cursor: string): Place {
  const [date = '', after] = decodePlace(cursor);
  const place = { day: Date.parse(date), after };
  if (Number.isNaN(place.day) || encode(place) !== cursor) throw invalidCursor();
  return place;
}
