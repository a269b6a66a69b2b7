import preset from '../../jest.preset.js';

// Its suites spend most of their time waiting for leases and sessions to expire.
export default { ...preset, maxWorkers: 2 };
