/** The place of archive files. A file is never changed: its name contains the digest of its content. */
export abstract class ArchivePlace {
  /** @throws UnusablePlaceError unless files can be written and read */
  abstract requireUsable(): Promise<void>;

  /**
   * Stores a file durably. A bucket keeps an existing file of that name; the caller reads the file
   * again and compares.
   * @throws UnusablePlaceError
   */
  abstract write(file: string, content: Buffer): Promise<void>;

  /** @throws MissingFileError, UnusablePlaceError */
  abstract read(file: string): Promise<Buffer>;
}

/** Files cannot be written or read in the place; the cause is outside of the archive. */
export class UnusablePlaceError extends Error {
  override readonly name = 'UnusablePlaceError';

  /** @param fault as a phrase, such as `is empty` */
  constructor(fault: string, options?: ErrorOptions) {
    super(`ARCHIVE_LOCATION ${fault}`, options);
  }
}

export class MissingFileError extends Error {
  override readonly name = 'MissingFileError';

  constructor(file: string, options?: ErrorOptions) {
    super(`the archive file ${file} is missing`, options);
  }
}
