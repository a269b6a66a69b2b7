export {
  SANDBOX_BUSINESSES,
  SANDBOX_OUTCOMES,
  sandboxIdentity,
  sandboxName,
  type SandboxBusiness,
  type SandboxOutcome,
} from './businesses.js';
export { recordSandboxConsents, type SandboxConsent } from './sandbox-consents.js';
