export {
  AlteredArchiveError,
  compressLines,
  decompressLines,
  readArchiveFile,
  writeArchiveFile,
  writeCompressedFile,
  type CompressedLines,
  type WrittenFile,
} from './archive-file.js';
export { archiveVariables, type ArchiveSettings } from './archive.config.js';
export { archivePlace } from './archive-location.js';
export { ArchivePlace, MissingFileError, UnusablePlaceError } from './archive-place.js';
