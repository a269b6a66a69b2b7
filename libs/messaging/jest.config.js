import preset from '../../jest.preset.js';

// Its suites wait for leases and sessions to end most of the time.
export default { ...preset, maxWorkers: 2 };
