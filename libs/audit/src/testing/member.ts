import {
  consistencyProof,
  nodesFromTiles,
  verifyConsistency,
  type Checkpoint,
  type ReadTile,
} from '@ndx/proof';
import type { LogVerifier } from '../log/log-keys.js';
import type { PublicLog } from '../log/public-log.js';

/** A member of a network: it has the public keys of the operator, and reads what is served. */
export class Member {
  private kept: Checkpoint | undefined;

  constructor(
    private readonly network: string,
    private readonly verifier: LogVerifier,
    private readonly served: PublicLog,
  ) {}

  /** Keeps the checkpoint of now, as the only thing that it remembers. */
  async keep(): Promise<void> {
    this.kept = await this.current();
  }

  /** Whether the log of now continues the one whose checkpoint it kept. */
  async isContinued(): Promise<boolean> {
    const { kept } = this;
    const now = await this.current();
    if (!kept) throw new Error('the member kept no checkpoint');
    if (now.size < kept.size) return false;
    const readTile: ReadTile = async (tile) => {
      const hashes = await this.served.tile(this.network, tile);
      if (!hashes) throw new Error('a tile is missing');
      return hashes;
    };
    return verifyConsistency({
      ...{ oldSize: kept.size, oldRoot: kept.root, size: now.size, root: now.root },
      proof: await consistencyProof(nodesFromTiles(readTile, now.size), kept.size, now.size),
    });
  }

  private async current(): Promise<Checkpoint> {
    const note = await this.served.checkpoint(this.network);
    const checkpoint = this.verifier.checkpointOf(this.network, note ?? '');
    if (!checkpoint) throw new Error('the checkpoint is not signed');
    return checkpoint;
  }
}
