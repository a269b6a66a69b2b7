import { CONSUMER_CORE } from '../subjects/consumer.js';
import { FURNISHER_ID, QUERY_ID } from '../network-fields.js';
import { type Template, template } from '../template.js';
import { addressVerification } from './address-verification.js';
import { biometricVerification } from './biometric-verification.js';
import { documentVerification } from './document-verification.js';
import { livenessVerification } from './liveness-verification.js';

/**
 * A bundle (contract 4.7). No template of the contract furnishes its fields, so there is one for
 * each of its four parts. An answer names one furnisher, which supplied all of them.
 */
export const kycCertificateBundle = template({
  slug: 'kyc_certificate_bundle',
  subject: 'consumer',
  query: {
    path: '/api/use_cases/templates/kyc_certificate_bundle',
    input: CONSUMER_CORE,
  },
  furnish: null,
  outputs: [
    ...FURNISHER_ID,
    ...QUERY_ID,
    ...[addressVerification, biometricVerification, documentVerification, livenessVerification]
      .flatMap((part: Template) => part.outputs)
      .filter(({ source }) => source.kind === 'furnished' || source.kind === 'derived'),
  ],
});
