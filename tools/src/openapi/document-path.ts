import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';

/** The path of the gateway's OpenAPI document. */
export const documentPath = join(projectRoot(), 'apps', 'gateway', 'openapi.json');
