import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LocalInfraError, projectRoot } from '@ndx/local-infra';
import { pinImages } from './deployment/pin-images.js';
import { exitWithReason } from './exit-with-reason.js';

/**
 * `npm run pin -- <environment> <version> <image>@sha256:<digest>...`: at a release, makes the
 * manifests of an environment name the images of all services by version and digest.
 */
try {
  const [environment = '', version = '', ...references] = process.argv.slice(2);
  const folder = join(projectRoot(), 'deploy', 'kubernetes', 'environments', environment);
  if (environment === '' || !existsSync(folder) || !/^\d+\.\d+\.\d+[\w.-]*$/.test(version)) {
    throw new LocalInfraError(
      'Usage: npm run pin -- <environment> <version> <registry>/<service>@sha256:<digest> (of each service)',
    );
  }
  await pinImages(folder, version, references);
} catch (error) {
  exitWithReason(error, LocalInfraError);
}
