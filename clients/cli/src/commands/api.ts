import { Argument, Command } from '@commander-js/extra-typings';
import { CliError } from '../cli-error.js';
import { jsonFrom } from '../json-input.js';
import { print } from '../output.js';
import { connect } from '../session.js';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

export const api = new Command('api')
  .description('sends a request to any operation, with the token, a key and retries')
  .addArgument(new Argument('<method>').choices(METHODS))
  .argument('<path>', 'with its query, for example "/v1/networks?limit=10"')
  .option('--data <json>', 'body: JSON, a file with it, or - for standard input')
  .option('--network <id>', 'the X-Network-Id header')
  .action(async (method, path, { data, network }) => {
    if (!path.startsWith('/')) {
      throw new CliError('usage', `${path} is not a path of the API`, {
        hint: 'Begin it with a slash, for example /v1/networks.',
      });
    }
    const body = data === undefined ? undefined : await jsonFrom(data);
    const headers = network === undefined ? undefined : { 'x-network-id': network };
    const answer = await (await connect()).request({ method, path, body, headers });
    // A 204 has no body.
    if (answer.data !== undefined) print(answer.data, { json: true }, String);
    if (answer.queryEventId !== undefined)
      process.stderr.write(`query event ${answer.queryEventId}\n`);
  });
