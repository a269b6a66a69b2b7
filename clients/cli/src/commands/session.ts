import { Command } from '@commander-js/extra-typings';
import { eachItem, tokenFrom } from '@ndx/client';
import { CliError } from '../cli-error.js';
import { collected } from '../collected.js';
import { members, print } from '../output.js';
import { connect, DEFAULT_TOKEN_URL, DEFAULT_URL, endSession, saveSession } from '../session.js';

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.trim() : String(error);
}

/** Collects repeated `name=value` options. */
function formField(
  text: string,
  fields: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [name = '', ...value] = text.split('=');
  if (name === '' || value.length === 0) {
    throw new CliError('usage', `--form ${text} is not name=value`);
  }
  return { ...fields, [name]: value.join('=') };
}

export const login = new Command('login')
  .description('gets a token and stores the session, which renews the token')
  .argument('[account]', 'account of the local identity provider, such as first-bank')
  .option('--url <url>', 'address of the gateway', DEFAULT_URL)
  .option('--token-url <url>', 'token endpoint of the identity provider', DEFAULT_TOKEN_URL)
  .option(
    '--form <name=value>',
    'member of the token request, such as grant_type=refresh_token; repeatable',
    formField,
  )
  .action(async (account, { url, tokenUrl, form = {} }) => {
    const session = {
      baseUrl: url,
      tokenUrl,
      form: { ...(account !== undefined && { account }), ...form },
    };
    // A wrong account shows now, not at the next command.
    await tokenFrom(tokenUrl, session.form)().catch((error: unknown) => {
      if (error instanceof TypeError) throw error;
      throw new CliError('authentication', messageOf(error), { cause: error });
    });
    const file = await saveSession(session);
    process.stdout.write(`Logged in to ${url}. Session: ${file}\n`);
  });

export const logout = new Command('logout')
  .description('deletes the session')
  .action(() => endSession());

export const whoami = new Command('whoami')
  .description("lists the caller's networks and roles")
  .option('--json', 'prints JSON')
  .action(async (options) => {
    const ndx = await connect();
    const data = await collected(eachItem(ndx.listNetworks, { query: {} }));
    print(data, options, (networks) =>
      networks.length === 0
        ? 'The account is known; its institution belongs to no network.'
        : networks
            .map(({ name, network_id, roles }) =>
              members({ network: name, id: network_id, roles: roles.join(', ') }),
            )
            .join('\n\n'),
    );
  });
