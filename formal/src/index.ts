export { simulate, type Simulation, type SimulationOptions } from './simulate.js';
export type { ModelState, Step } from './model-state.js';
