import { ConfigurationError, loadConfig, url } from '@ndx/config';
import { exitWithReason } from './exit-with-reason.js';
import { ApiClient, tokenOf } from './network/api-client.js';
import { OPERATOR, SEEDED } from './network/demo-network.js';
import { seedDemoNetwork } from './network/seed-demo-network.js';
import { printQuickStart } from './network/print-quick-start.js';

/** Creates the demo network on a system elsewhere, for compose; idempotent. */
try {
  const config = loadConfig(
    'seed',
    {
      GATEWAY_URL: url({ desc: 'Base address of the gateway' }),
      TOKEN_URL: url({ desc: 'Token endpoint of the identity provider' }),
      PUBLIC_GATEWAY_URL: url({ desc: 'Public address of the gateway' }),
      PUBLIC_TOKEN_URL: url({ desc: 'Public address of the token endpoint' }),
    },
    process.env,
  );
  await seedDemoNetwork(
    new ApiClient(config.GATEWAY_URL, tokenOf(config.TOKEN_URL, OPERATOR.account)),
  );
  printQuickStart(
    { gatewayUrl: config.PUBLIC_GATEWAY_URL, tokenUrl: config.PUBLIC_TOKEN_URL },
    SEEDED,
    (text) => {
      process.stdout.write(`${text}\n`);
    },
  );
} catch (error) {
  exitWithReason(error, ConfigurationError);
}
