export {
  AlteredArchiveError,
  readArchiveFile,
  writeArchiveFile,
  type WrittenFile,
} from './archive-file.js';
export { archiveVariables, type ArchiveSettings } from './archive.config.js';
export { archivePlace } from './archive-location.js';
export { ArchivePlace, MissingFileError, UnusablePlaceError } from './archive-place.js';
