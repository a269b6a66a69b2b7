import { archiveLocation, optionalUrl } from '@ndx/config';

/** The variables of a process that writes or reads archive files. */
export const archiveVariables = {
  ARCHIVE_LOCATION: archiveLocation({
    default: '',
    desc: 'Folder or bucket of archived rows. The commands that archive write to it, and the service reads from it; must be the same for both and for all replicas. Without it the service cannot return archived rows. Region and credentials of a bucket are those of the standard AWS variables and files',
  }),
  AWS_ENDPOINT_URL_S3: optionalUrl({
    default: '',
    desc: 'Address of an S3 service other than AWS, for a bucket in ARCHIVE_LOCATION; its requests have the name of the bucket in the path',
  }),
};

export interface ArchiveSettings {
  readonly ARCHIVE_LOCATION: string;
  readonly AWS_ENDPOINT_URL_S3: string;
}
