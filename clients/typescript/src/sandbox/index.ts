/**
 * The outcomes of a sandbox as data: a business for each, and the consents that cause them.
 * @module @ndx/client/sandbox
 */
export {
  SANDBOX_BUSINESSES,
  SANDBOX_OUTCOMES,
  sandboxIdentity,
  sandboxName,
  type SandboxBusiness,
  type SandboxOutcome,
  type SandboxTerms,
} from './businesses.js';
export {
  recordSandboxConsents,
  type SandboxConsent,
  type SandboxConsentsOptions,
} from './sandbox-consents.js';
