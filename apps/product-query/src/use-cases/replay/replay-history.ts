import { REPLAY_CODES, type ReplayCode } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DecisionRepository } from '../../storage/decision-repository.js';
import { Replayer, type Replay } from './replayer.js';

/** Queries that are in memory together, with their records. */
const PAGE = 25;

/** The command `replay`: the queries from a time until now, oldest first. */
@Injectable()
export class ReplayHistory {
  constructor(
    private readonly decisions: DecisionRepository,
    private readonly replayer: Replayer,
  ) {}

  /** @param report gets each replay that differs. @returns the number of replays by result */
  async replay(
    since: Date,
    report: (mismatch: Replay) => void,
  ): Promise<Record<ReplayCode, number>> {
    const counts = Object.fromEntries(REPLAY_CODES.map((code) => [code, 0])) as Record<
      ReplayCode,
      number
    >;
    const until = new Date();
    for (let after = undefined as string | undefined; ;) {
      const page = await this.decisions.page({ since, until, after, limit: PAGE });
      for (const replay of await this.replayer.replayAll(page)) {
        counts[replay.code] += 1;
        if (replay.difference) report(replay);
      }
      const last = page.at(-1);
      if (!last || page.length < PAGE) return counts;
      after = last.event.query_event_id;
    }
  }
}
