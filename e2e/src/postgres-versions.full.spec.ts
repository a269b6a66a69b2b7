import { afterAll, beforeAll, describe } from '@jest/globals';
import { OTHER_POSTGRES_VERSIONS } from '@ndx/local-infra';
import { describeExchange } from './exchange-suites.js';

describe.each(OTHER_POSTGRES_VERSIONS)('on Postgres %s', (version) => {
  const before = process.env['LOCAL_POSTGRES_VERSION'];

  beforeAll(() => {
    process.env['LOCAL_POSTGRES_VERSION'] = version;
  });

  afterAll(() => {
    if (before === undefined) delete process.env['LOCAL_POSTGRES_VERSION'];
    else process.env['LOCAL_POSTGRES_VERSION'] = before;
  });

  describeExchange('embedded', 'another Postgres');
});
