import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import { Exchange } from '../harness/exchange.js';
import { pictureSuite } from './picture-suite.js';

const START_TIMEOUT_MS = 600_000;

let exchange: Exchange;

beforeAll(async () => {
  process.env['E2E_DATA_DIR'] = join(projectRoot(), '.cache/screenshots');
  exchange = await Exchange.start('embedded', 'pictures', false);
}, START_TIMEOUT_MS);

afterAll(() => exchange.stop());

pictureSuite(() => exchange);
