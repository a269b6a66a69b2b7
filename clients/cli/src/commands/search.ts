import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Command, Option } from '@commander-js/extra-typings';
import { networkOf } from '../network-option.js';
import { positiveNumber, wholeNumber } from '../option-values.js';
import { print, table } from '../output.js';
import { connect } from '../session.js';

const limit = () =>
  new Option('--limit <n>', 'the most results, up to 100')
    .default(20)
    .argParser<number>(positiveNumber);

const NONE = 'No identity matches.';

const business = new Command('business')
  .description('finds businesses that match all given criteria; without one, the newest')
  .option('--name <text>', 'part of the legal name')
  .option('--dba <text>', 'part of the name under which it trades')
  .option('--email <text>', 'part of the email address')
  .option('--ein <number>', 'the EIN', wholeNumber)
  .option('--id <business-id>', 'the business with this id')
  .addOption(limit())
  .option('--after <business-id>', 'the results after this one')
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async ({ name, dba, email, ein, id, limit: most, after, network, ...options }) => {
    const ndx = await connect();
    const query = {
      network_id: await networkOf(ndx, network),
      limit: most,
      ...(name !== undefined && { business_legal_name: name }),
      ...(dba !== undefined && { business_dba_name: dba }),
      ...(email !== undefined && { business_email: email }),
      ...(ein !== undefined && { federal_ein: ein }),
      ...(id !== undefined && { business_id: id }),
      ...(after !== undefined && { after }),
    };
    const { data } = await ndx.searchBusinesses({ query });
    print(data, options, (found) =>
      table(
        ['BUSINESS', 'IDENTIFIER', 'LEGAL NAME', 'STATED BY', 'EIN ENDS IN', 'CREATED'],
        found.map((each) => [
          ...[each.id, each.identifier, each.business_legal_name],
          each.is_own_legal_name ? 'your institution' : 'another institution',
          ...[each.federal_ein_last_four, each.created_at],
        ]),
        NONE,
      ),
    );
  });

const consumer = new Command('consumer')
  .description('finds consumers that match all given criteria; without one, the newest')
  .option('--first-name <text>', 'part of the first name')
  .option('--last-name <text>', 'part of the last name')
  .option('--email <text>', 'part of the email address')
  .option('--born <date>', 'the date of birth, such as 1990-01-15')
  .option(
    '--ssn <file>',
    'a file with the SSN, or - for standard input; no list of processes shows it',
  )
  .option('--id <consumer-id>', 'the consumer with this id')
  .addOption(limit())
  .option('--after <consumer-id>', 'the results after this one')
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async ({ firstName, lastName, email, born, ssn, id, network, ...options }) => {
    const ndx = await connect();
    const query = {
      network_id: await networkOf(ndx, network),
      limit: options.limit,
      ...(firstName !== undefined && { first_name: firstName }),
      ...(lastName !== undefined && { last_name: lastName }),
      ...(email !== undefined && { personal_email: email }),
      ...(born !== undefined && { date_of_birth: born }),
      ...(ssn !== undefined && { social_security_number: await secretFrom(ssn) }),
      ...(id !== undefined && { consumer_id: id }),
      ...(options.after !== undefined && { after: options.after }),
    };
    const { data } = await ndx.searchConsumers({ query });
    print(data, options, (found) =>
      table(
        ['CONSUMER', 'IDENTIFIER', 'FIRST NAME', 'LAST NAME', 'EMAIL', 'BORN', 'CREATED'],
        found.map((each) => [
          ...[each.id, each.identifier, each.first_name, each.last_name],
          ...[each.personal_email, each.date_of_birth, each.created_at],
        ]),
        NONE,
      ),
    );
  });

async function secretFrom(file: string): Promise<string> {
  return (file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')).trim();
}

export const search = new Command('search')
  .description('finds the ids of businesses and consumers of a network')
  .addCommand(business)
  .addCommand(consumer);
