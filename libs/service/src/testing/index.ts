export { sendAnyInput } from './any-input.js';
export { isContractAnswer } from './contract-answer.js';
export {
  BUSINESS_REGISTRATION,
  startEntityStandIn,
  subjectIdOf,
  STRANGER,
  UNUSABLE,
  type EntityStandIn,
} from './entity-stand-in.js';
export { account, member, memberOfEach } from './principals.js';
export { PRINCIPAL_VARIABLES, testSigner, testVerifier } from './principal-keys.js';
export { routesOf } from './routes.js';
export { compareAsOwner, compareAsOwners } from './compare-as-owners.js';
export { standInRoute } from './stand-in-route.js';
export { startSubscriber, type Subscriber } from './subscriber.js';
export { logSignerIn, SIGNING_VARIABLES, testKeys } from './test-keys.js';
export { startTestService, type TestService } from './test-service.js';
export { requestsTo, type Answer, type Requests, type TestCaller } from './requests.js';
