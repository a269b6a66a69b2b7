import type { ArchiveSettings } from './archive.config.js';
import { ArchivePlace, UnusablePlaceError } from './archive-place.js';
import { Bucket } from './bucket.js';
import { Folder } from './folder.js';

/** The place that `ARCHIVE_LOCATION` names: `s3://bucket/prefix`, a folder, or nothing. */
export function archivePlace({
  ARCHIVE_LOCATION: location,
  AWS_ENDPOINT_URL_S3: endpoint,
}: ArchiveSettings): ArchivePlace {
  if (location === '') return new NoPlace();
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(location) ?? [];
  return bucket === undefined ? new Folder(location) : new Bucket(bucket, prefix, endpoint);
}

class NoPlace extends ArchivePlace {
  override requireUsable = empty;
  override write = empty;
  override read = empty;
}

function empty(): Promise<never> {
  return Promise.reject(new UnusablePlaceError('is empty'));
}
