import { TILE_WIDTH, type Tile } from '@ndx/proof';
import type { AuditSource, Database } from '../archive/audit-source.js';
import { allEntries } from '../verify/stored-entries.js';
import { leafOf } from './entry.js';
import { headOf } from './log-head.js';
import { storedTile } from './stored-tree.js';

/** The logs of a service as C2SP tlog-tiles serves them. */
export class PublicLog {
  private readonly source: AuditSource<Database>;

  constructor(source: AuditSource<Database>) {
    // A leaf has the commitment to its data alone.
    this.source = { ...source, stored: undefined };
  }

  /** The newest signed note; undefined for a log that has not begun. */
  async checkpoint(network: string): Promise<string | undefined> {
    return (await headOf(this.source.database, network))?.checkpoint;
  }

  /** The hashes of a tile; undefined unless the log has all of them. */
  async tile(network: string, tile: Tile): Promise<Buffer | undefined> {
    const hashes = await storedTile(this.source.database, network, tile);
    const present = hashes.filter((hash) => hash !== undefined);
    return present.length === hashes.length ? Buffer.concat(present) : undefined;
  }

  /**
   * The leaves of a tile of the lowest level, each after its length in two bytes; undefined unless
   * the log has all of them.
   * @throws ArchiveFault when an archived entry cannot be read
   */
  async entries(
    network: string,
    { index, width }: Pick<Tile, 'index' | 'width'>,
  ): Promise<Buffer | undefined> {
    const after = index * TILE_WIDTH;
    const leaves: Buffer[] = [];
    const extent = { network, after, through: after + width };
    for await (const entry of allEntries(this.source, extent)) {
      const leaf = Buffer.from(leafOf(this.source.verifier.service, entry));
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt16BE(leaf.length);
      leaves.push(Buffer.concat([length, leaf]));
    }
    return leaves.length === width ? Buffer.concat(leaves) : undefined;
  }
}

const LENGTH_BYTES = 2;
