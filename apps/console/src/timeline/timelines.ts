import type { Network, RecordStatus } from '@ndx/client';
import type { ConsentRef } from '../compliance/consents.js';
import type { SubjectKind } from '../compliance/subject-kind.js';
import { SERVICE_NAMES } from '../operation/services.js';
import type { Session } from '../session/session.js';
import {
  attestationsSource,
  auditSource,
  consentSource,
  consentsSource,
  disputesSource,
  queriesSource,
  recordSource,
  recordsSource,
  usesSource,
  type TimelineSource,
} from './sources.js';

/** What a reader may see of an object, and in words what not. */
interface TimelineOf {
  readonly sources: readonly TimelineSource[];
  readonly limits?: string;
}

const isGovernorOf = ({ roles }: Network) => roles.includes('governor');

export function timelineOfSubject(
  { may }: Session,
  network: Network,
  kind: SubjectKind,
  subjectId: string,
): TimelineOf {
  const about = { network_id: network.network_id, subject_id: subjectId };
  const isGovernor = isGovernorOf(network);
  const seesRecords = may('network:read') && (isGovernor || network.roles.includes('furnisher'));
  const parts = [
    ...(may('billing:read') ? [['queries', queriesSource(about)] as const] : []),
    ...(may('consent:read') ? [['consents', consentsSource(kind, about)] as const] : []),
    ...(seesRecords
      ? [
          ['records', recordsSource(about)] as const,
          ['disputes', disputesSource({ subject_id: subjectId })] as const,
        ]
      : []),
  ];
  const shown = parts.map(([name]) => name).join(', ');
  const ofEveryone = 'queries and records of every institution';
  const own = may('consent:read') ? ', and the consents that your institution recorded' : '';
  return {
    sources: parts.map(([, source]) => source),
    limits: isGovernor
      ? `The ${ofEveryone}${own}.`
      : `Of your institution: ${shown}. ${seesRecords ? '' : 'Disputes that it opened are in the list of disputes. '}A governor of the network sees the ${ofEveryone}.`,
  };
}

export function timelineOfConsent({ may }: Session, consent: ConsentRef): TimelineOf {
  const { consentId, networkId } = consent;
  const queries = queriesSource({ network_id: networkId, consent_id: consentId });
  return { sources: [consentSource(consent), ...(may('billing:read') ? [queries] : [])] };
}

export function timelineOfRecord(
  { caller, may }: Session,
  network: Network,
  record: RecordStatus,
): TimelineOf {
  const { record_id: id, network_id: networkId, furnishing_entity_id: furnisher } = record;
  const isOwn = furnisher === caller.entity_id;
  const seesUses = isOwn && may('data:furnish') && network.roles.includes('furnisher');
  return {
    sources: [
      recordSource(id),
      disputesSource({ record_id: id }),
      ...(seesUses ? [usesSource(networkId, id, record.furnished_at)] : []),
    ],
    ...(seesUses && {
      limits:
        'The institutions whose queries used the record are not shown, nor queries whose consent hides it.',
    }),
  };
}

/** For a governor who may read the audit log, everything about any institution. */
export function timelineOfInstitution(
  { caller, may }: Session,
  network: Network,
  entityId: string,
): TimelineOf {
  const { network_id: networkId } = network;
  if (isGovernorOf(network) && may('audit:read')) {
    return { sources: SERVICE_NAMES.map((service) => auditSource(networkId, service, entityId)) };
  }
  const isOwn = entityId === caller.entity_id;
  const filters = { network_id: networkId, querying_entity_id: entityId };
  return {
    sources: [
      ...(may('billing:read') && (isOwn || isGovernorOf(network)) ? [queriesSource(filters)] : []),
      ...(may('attestation:read') && isOwn ? [attestationsSource()] : []),
    ],
    limits:
      'Queries and, of your own institution, attestations. A governor with the permission to read the audit log sees every change.',
  };
}
