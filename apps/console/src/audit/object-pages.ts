import type { LinkProps } from '@tanstack/react-router';
import type { Permission } from '../session/session.js';
import type { ObjectKind } from './sentence.js';

interface ObjectPage {
  readonly permission: Permission;
  readonly link: (id: string) => LinkProps;
}

/** The objects that the console has a page of. */
export const OBJECT_PAGES: Readonly<Partial<Record<ObjectKind, ObjectPage>>> = {
  'querying policy': {
    permission: 'policy:read',
    link: (policyId) => ({ to: '/policies/$policyId', params: { policyId } }),
  },
  'furnishing policy': {
    permission: 'policy:read',
    link: (policyId) => ({ to: '/furnishing-policies/$policyId', params: { policyId } }),
  },
  query: {
    permission: 'billing:read',
    link: (queryEventId) => ({ to: '/queries/$queryEventId', params: { queryEventId } }),
  },
  'identity conflict': {
    permission: 'network:admin',
    link: (conflictId) => ({ to: '/identity-conflicts/$conflictId', params: { conflictId } }),
  },
  institution: {
    permission: 'network:read',
    link: (entityId) => ({ to: '/institutions/$entityId', params: { entityId } }),
  },
  record: {
    permission: 'network:read',
    link: (recordId) => ({ to: '/records/$recordId', params: { recordId } }),
  },
  attestation: {
    permission: 'attestation:read',
    link: (attestationId) => ({ to: '/attestations/$attestationId', params: { attestationId } }),
  },
  dispute: {
    permission: 'network:read',
    link: (disputeId) => ({ to: '/disputes/$disputeId', params: { disputeId } }),
  },
};
