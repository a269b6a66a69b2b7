import { execFile, type PromiseWithChild } from 'node:child_process';
import { promisify } from 'node:util';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { entryOf } from '@ndx/tools/network/service-processes';

/** Compresses the texts of queries of earlier days within the database. */
export function archiveTexts(network: LocalNetwork): PromiseWithChild<unknown> {
  const env = {
    ...process.env,
    ...network.environment('product-query'),
    ARCHIVE_LOCATION: '',
    QUERY_TEXT_KEEP_DAYS: '1',
  };
  const options = { env, maxBuffer: 2 ** 28 };
  return promisify(execFile)(process.execPath, [entryOf('product-query'), 'archive'], options);
}
