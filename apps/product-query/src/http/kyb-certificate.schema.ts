import {
  kybCertificate,
  nullable as nullableField,
  required as requiredField,
  sectionSchemaOf,
} from '@ndx/catalog';
import { wire } from '@ndx/api';
import Type from 'typebox';

/** Who furnished a section, and what vouches for it (contract 2.8). */
const SOURCE = [
  ...requiredField('uuid', 'furnishing_entity_id'),
  ...nullableField('uuid', 'attestation_id'),
];

/** The result of the KYB query (contract 2.8), as its text is put together. */
export const KybCertificate = wire.record('KybCertificate', {
  business_id: wire.uuid,
  certificate_id: wire.uuid,
  query_event_id: wire.uuid,
  result: wire.record('KybCertificateResult', {
    meta: wire.record('KybCertificateMeta', { network_id: wire.uuid, policy_id: wire.uuid }),
    ...Object.fromEntries(
      kybCertificate.models.map((model) => [
        model.name,
        wire.nullable(Type.Unsafe<object>(sectionSchemaOf(model, SOURCE))),
      ]),
    ),
  }),
});
