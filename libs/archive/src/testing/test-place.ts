import type { ArchiveSettings } from '../archive.config.js';

/** A place of archive files, with access to them beside the archive. */
export interface TestPlace {
  readonly settings: ArchiveSettings;
  /** The names of its files, sorted. */
  files(): Promise<string[]>;
  read(file: string): Promise<Buffer>;
  /** Writes or replaces a file. */
  put(file: string, content: Buffer | string): Promise<void>;
  remove(file: string): Promise<void>;
  stop(): Promise<void>;
}
