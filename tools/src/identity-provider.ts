import { LocalIdentityProvider, LocalInfraError } from '@ndx/local-infra';
import { ConfigurationError, host, listeningPort, loadConfig, str, url } from '@ndx/config';
import { ENVIRONMENTS } from '@ndx/contracts';
import { exitWithReason } from './exit-with-reason.js';
import { DEMO_CLIENT_ID } from './network/demo-network.js';
import { DEMO_ACCOUNTS } from './network/identity-account.js';
import { untilInterrupted } from './until-interrupted.js';

/** The identity provider of the demo network as a separate process, for compose. */
try {
  const config = loadConfig(
    'identity-provider',
    {
      HOST: host({ default: '127.0.0.1', desc: 'Address to listen on' }),
      PORT: listeningPort({ default: 8090, desc: 'Port to listen on' }),
      TOKEN_ISSUER: url({ desc: 'How the tokens name their issuer' }),
      ENVIRONMENT: str({
        choices: ENVIRONMENTS,
        default: 'development',
        desc: 'Environment of the deployment',
      }),
      CONSOLE_URL: url({ desc: 'Address of the web console, to which a sign-in returns' }),
    },
    process.env,
    [
      {
        variables: ['ENVIRONMENT'],
        says: 'this identity provider issues a token to every caller, so it does not run in production',
        holds: ([environment]) => environment !== 'production',
      },
    ],
  );
  const provider = await LocalIdentityProvider.start({
    host: config.HOST,
    port: config.PORT,
    clientId: DEMO_CLIENT_ID,
    issuer: config.TOKEN_ISSUER,
    accounts: DEMO_ACCOUNTS,
    consoleUrls: [config.CONSOLE_URL],
    log: (line) => {
      process.stdout.write(`${line}\n`);
    },
  });
  await untilInterrupted();
  await provider.stop();
  process.exit(0);
} catch (error) {
  exitWithReason(error, LocalInfraError, ConfigurationError);
}
