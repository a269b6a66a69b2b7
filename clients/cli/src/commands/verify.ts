import { readFile } from 'node:fs/promises';
import { Command } from '@commander-js/extra-typings';
import {
  CannotIsolate,
  InvalidRelianceFile,
  verifyRelianceFile,
  type VerifiedFile,
} from '@ndx/proof';
import { CliError } from '../cli-error.js';
import { members, print } from '../output.js';

export const verify = new Command('verify')
  .description('verifies a reliance file, without network and account')
  .argument('<file>', 'a file of ndx evidence --file')
  .option('--keys <file>', 'a saved copy of /.well-known/ndx-keys, which must have the key')
  .option('--json', 'prints JSON')
  .action(async (path, options) => {
    const trusted = options.keys === undefined ? undefined : await readFile(options.keys);
    try {
      print(shownOf(await verifyRelianceFile(await readFile(path), trusted)), options, members);
    } catch (error) {
      if (options.json && error instanceof InvalidRelianceFile) {
        print({ verdict: 'rejected', code: error.code, member: error.member }, options, members);
      }
      throw refusalOf(error);
    }
  });

function shownOf({ manifest, kid, assembly, checkpoints, members: files }: VerifiedFile) {
  return {
    verdict: 'verified',
    query_event_id: manifest.query_event_id,
    reader: manifest.reader.kind,
    reader_entity_id: manifest.reader.entity_id,
    members: files.size,
    kid,
    assembly_sha256: assembly ?? null,
    logs: checkpoints.map(({ origin, size }) => `${origin} (${size})`).join(', '),
  };
}

function refusalOf(error: unknown): unknown {
  if (error instanceof InvalidRelianceFile) {
    return new CliError('unverified', `${error.code}: ${error.message}`, {
      hint: 'The file proves nothing. Request it again from the institution or the system.',
      cause: error,
    });
  }
  if (error instanceof CannotIsolate) {
    return new CliError('failed', error.message, {
      hint: 'Repeat the command with a newer Node.',
      cause: error,
    });
  }
  return error;
}
