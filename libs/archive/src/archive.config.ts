import { archiveLocation, optionalUrl } from '@ndx/config';

/** The variables of a process that writes or reads archive files. */
export const archiveVariables = {
  ARCHIVE_LOCATION: archiveLocation({
    default: '',
    desc: 'Folder or bucket of archived rows, the same for all replicas and the commands that archive. Region and credentials of a bucket are those of the AWS variables and files',
  }),
  AWS_ENDPOINT_URL_S3: optionalUrl({
    default: '',
    desc: 'S3 service other than AWS; its requests have the name of the bucket in the path',
  }),
};

export interface ArchiveSettings {
  readonly ARCHIVE_LOCATION: string;
  readonly AWS_ENDPOINT_URL_S3: string;
}
