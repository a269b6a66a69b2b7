export { stepTaken } from './events.js';
export {
  batch,
  emptied,
  processorDatabase,
  ProcessorRig,
  record,
  seenIn,
  type Handle,
} from './processor-rig.js';
export { serviceDatabase, type ServiceDatabase } from './service-database.js';
export { silent } from './silent-logger.js';
