import { AuditLog } from '@ndx/audit';
import { logSignerIn } from '@ndx/service/testing';
import { newId, type StatefulServiceName } from '@ndx/contracts';
import { DataSource } from 'typeorm';
import type { Exchange } from './exchange.js';

/** Appends entries to the log of a network as the service does, without their events. */
export async function appendEntries(
  exchange: Exchange,
  service: StatefulServiceName,
  networkId: string,
  count: number,
): Promise<void> {
  const log = new AuditLog(logSignerIn(service, exchange.network.environment(service)));
  const url = exchange.network.databases.postgres.url(service);
  const dataSource = await new DataSource({ type: 'postgres', url }).initialize();
  try {
    await dataSource.transaction((manager) =>
      log.append(
        manager,
        Array.from({ length: count }, () => saved(networkId)),
      ),
    );
  } finally {
    await dataSource.destroy();
  }
}

function saved(networkId: string) {
  const policyId = newId();
  return {
    topic: 'policy.events',
    key: policyId,
    envelope: {
      id: newId(),
      type: 'policy.querying-policy-saved.v1',
      source: 'policy',
      subject: policyId,
      time: new Date().toISOString(),
      data: JSON.stringify({ policy_id: policyId, network_id: networkId }),
    },
    accountId: newId(),
    auditLogs: [networkId],
  };
}
