import { setTimeout as pause } from 'node:timers/promises';
import type { NoticeKind } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { FIRST_BANK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { describeOutcome, isDone, type Answer } from '../system/caller.js';
import { aMinutePasses } from '../system/notice-work.js';
import type { System } from '../system/system.js';
import type { Load } from './load.js';
import type { Operation } from './operation.js';
import { furnish, furnished, newRegistration, query } from './operations.js';
import { shows, WITHDRAWALS } from './withdrawals.js';

const TIMEOUT_MS = 120_000;
const PAUSE_MS = 100;
const REVIEW_MS = 2_000;
const LONG_AGO = '2001-01-01T00:00:00.000Z';

/** An answer, with what its story needs. */
interface Followed {
  readonly registration: string;
  readonly businessId: string;
  readonly recordId: string;
  readonly queryId: string;
}

type Story = (answers: FollowedAnswers, followed: Followed) => Promise<readonly NoticeKind[]>;

/** What happens to the data of an answer; each returns the kinds of the notices that follow. */
const STORIES = {
  withdrawn: async (answers, followed) => {
    await answers.withdraw(followed.recordId, followed);
    return ['no_longer_issuable'];
  },
  corrected: async (answers, followed) => {
    await answers.correct(followed);
    return ['changed'];
  },
  'corrected and withdrawn': async (answers, followed) => {
    const recordId = await answers.correct(followed);
    // Two changes before a review would be one difference.
    await answers.untilNotified(followed);
    await answers.withdraw(recordId, followed);
    return ['changed', 'no_longer_issuable'];
  },
  unchanged: async (answers, { registration }) => {
    const older = furnish(registration, { performedAt: LONG_AGO });
    const { record_id } = furnished(await answers.done(older));
    await answers.withdraw(record_id);
    return [];
  },
} as const satisfies Readonly<Record<string, Story>>;

export const STORY_NAMES = Object.keys(STORIES) as readonly (keyof typeof STORIES)[];

/** Answers of a subscribed institution whose data changes. */
export class FollowedAnswers {
  /** The kinds of the notices about each query, in order. */
  readonly expected = new Map<string, readonly NoticeKind[]>();
  /** Queries that used a withdrawn record although they began after the acknowledgement. */
  readonly leaked: string[] = [];

  constructor(private readonly load: Load) {}

  get system(): System {
    return this.load.system;
  }

  async play(name: keyof typeof STORIES): Promise<void> {
    const registration = newRegistration();
    const answer = await this.done(furnish(registration));
    const { record_id: recordId, business_id: businessId } = furnished(answer);
    const queryId = await this.query(businessId);
    const followed = { registration, businessId, recordId, queryId };
    this.expected.set(queryId, await STORIES[name](this, followed));
  }

  /** The notices about a query, as the institution lists them; undefined while it cannot. */
  async noticesOf(queryId: string): Promise<readonly ListedNotice[] | undefined> {
    const path = `/v1/notices?query_event_id=${queryId}`;
    const outcome = await this.system.as(QUERYING_BANK).ask({ method: 'GET', path });
    return isDone(outcome) ? (outcome.body as NoticePage).data : undefined;
  }

  async untilNotified({ queryId }: Followed): Promise<void> {
    await eventually(
      async () => {
        const notices = await this.noticesOf(queryId);
        if (notices?.length) return;
        // Killed senders and failed reviews can follow each other, each with a minute of its own.
        await pause(REVIEW_MS);
        await aMinutePasses(this.system);
        throw new Error(`the query ${queryId} has no notice`);
      },
      { timeoutMs: TIMEOUT_MS },
    );
  }

  /** @param followed the answer that then has no source */
  async withdraw(recordId: string, followed?: Followed): Promise<void> {
    const { request } = WITHDRAWALS['of a withdrawn record'];
    await eventually(
      async () => {
        const outcome = await this.system.as(FIRST_BANK).ask(request({ recordId }));
        if (!isDone(outcome)) throw new Error(`not withdrawn: ${describeOutcome(outcome)}`);
      },
      { timeoutMs: TIMEOUT_MS },
    );
    if (!followed) return;
    const { businessId: business_id } = followed;
    const outcome = await this.system.as(QUERYING_BANK).ask(query({ business_id }).request);
    if (isDone(outcome) && outcome.status === 200) {
      this.leaked.push(`record ${recordId}: ${describeOutcome(outcome)}`);
    }
  }

  /** Returns the id of the record that replaces the first one. */
  async correct({ registration, recordId }: Followed): Promise<string> {
    const correction = furnish(registration, { corrects: recordId, entityType: 'corporation' });
    return furnished(await this.done(correction)).record_id;
  }

  /** @throws Error when the operation is not executed */
  async done(operation: Operation): Promise<Answer> {
    const answer = await this.load.perform(operation);
    if (answer?.status === 200) return answer;
    throw new Error(`${operation.request.path} is not done: ${JSON.stringify(answer)}`);
  }

  /** Returns the query event of the first answer that shows the record. */
  private async query(business_id: string): Promise<string> {
    for (;;) {
      const operation = query({ business_id });
      const answer = await this.load.perform(operation);
      if (answer && shows(answer)) return operation.idIn(answer);
      // The record has not arrived.
      if (answer?.status !== 404 && answer?.status !== 204) {
        throw new Error(`not queried: ${JSON.stringify(answer)}`);
      }
      await pause(PAUSE_MS);
    }
  }
}

export interface ListedNotice {
  readonly notice_id: string;
  readonly kind: NoticeKind;
}

interface NoticePage {
  readonly data: readonly ListedNotice[];
}
