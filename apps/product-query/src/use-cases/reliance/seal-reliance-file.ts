import type { QueryEvent } from '@ndx/contracts';
import { canonicalJson, sealFile, type Commitment, type FileReader } from '@ndx/proof';
import { PROOF_KEYS, type ProofKeys } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import { reportPage } from '../../domain/reliance/report-page.js';
import { textsOf, type Contents } from './contents.js';
import { SaltedCommitments } from './salted-commitments.js';

/** The first line that the build writes into the module. */
const ASSEMBLY_VERSION = /^\/\/ ndx assembly (\S+)\n/;

/** The values to which every file of an event commits. */
export interface WholeQuery {
  readonly event: QueryEvent;
  readonly answer: string | undefined;
  readonly decision: object;
}

/** Signs the members of a file, with commitments to what its reader may not have. */
@Injectable()
export class SealRelianceFile {
  constructor(
    private readonly commitments: SaltedCommitments,
    @Inject(PROOF_KEYS) private readonly keys: ProofKeys,
  ) {}

  seal({ event, answer, decision }: WholeQuery, reader: FileReader, contents: Contents): Buffer {
    const { query_event_id: id } = event;
    const shown = textsOf({ ...contents, 'keys.json': { keys: this.keys.history } });
    const texts: typeof shown = { ...shown, 'report.html': reportPage(id, reader, shown) };
    const commit = (of: Commitment['of'], text: string, isOpen: boolean): Commitment => {
      const { salt, sha256 } = this.commitments.to(id, of, text);
      return { of, sha256, ...(isOpen && { salt }) };
    };
    const whole = canonicalJson(event);
    const [, version] = ASSEMBLY_VERSION.exec(texts['assembly.mjs'] ?? '') ?? [];
    return sealFile(
      {
        query_event_id: id,
        reader,
        ...(version !== undefined && { assembly_version: version }),
        commitments: [
          commit('answer', answer ?? '', reader.kind === 'querier'),
          // An opened one would tell that it has nothing hidden.
          commit('decision', canonicalJson(decision), false),
          commit('event', whole, texts['event.json'] === whole),
        ],
        members: Object.entries(texts).map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
      },
      this.keys.jwsKey,
    );
  }
}
