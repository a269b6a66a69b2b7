import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describeError } from '@ndx/contracts';
import { ArchivePlace, MissingFileError, UnusablePlaceError } from './archive-place.js';

/** A folder that exists: a wrong path would put the only copies elsewhere. */
export class Folder extends ArchivePlace {
  constructor(private readonly path: string) {
    super();
  }

  override async requireUsable(): Promise<void> {
    await access(this.path, constants.R_OK | constants.W_OK).catch(this.unusable);
  }

  /** The file appears at its path only when it is complete and on disk. */
  override async write(file: string, content: Buffer): Promise<void> {
    await this.requireUsable();
    const path = join(this.path, file);
    const incomplete = `${path}.${randomUUID()}.incomplete`;
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeDurably(incomplete, content);
      await rename(incomplete, path);
      await syncFolder(dirname(path));
    } catch (error) {
      await rm(incomplete, { force: true });
      this.unusable(error);
    }
  }

  override async read(file: string): Promise<Buffer> {
    try {
      return await readFile(join(this.path, file));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT')
        throw new MissingFileError(file, { cause: error });
      return this.unusable(error);
    }
  }

  private readonly unusable = (error: unknown): never => {
    throw new UnusablePlaceError(`${this.path} cannot be used: ${describeError(error)}`, {
      cause: error,
    });
  };
}

async function writeDurably(path: string, content: Buffer): Promise<void> {
  const handle = await open(path, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
