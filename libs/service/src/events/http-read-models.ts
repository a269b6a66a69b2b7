import { compareRows, confirmReadModels, readRow, removeRow } from '@ndx/api';
import type { Aggregate, StatefulServiceName } from '@ndx/contracts';
import type {
  ComparedRows,
  RowVersion,
  HeadPage,
  ReadModelRow,
  SubscriberReadModels,
  SubscribersIncarnation,
} from '@ndx/replication';
import type { ServiceClients } from '../http/service-clients.js';
import { PRINCIPAL_HEADER, type PrincipalSigner } from '../principal/signed-principal.js';

/** Reaches the read models of subscribers over HTTP, in our own name. */
export class HttpReadModels implements SubscriberReadModels, SubscribersIncarnation {
  constructor(
    private readonly clients: ServiceClients,
    private readonly signer: PrincipalSigner,
  ) {}

  async compare(
    service: StatefulServiceName,
    { range, digest }: HeadPage,
  ): Promise<ComparedRows | undefined> {
    const client = this.clients.to(service);
    const body = { ...range, digest };
    return (await client.call(compareRows, { body }, this.asOurselves())) ?? undefined;
  }

  async read(
    service: StatefulServiceName,
    aggregate: Aggregate,
    key: string,
  ): Promise<ReadModelRow | undefined> {
    const client = this.clients.to(service);
    const body = { aggregate, key };
    return (await client.call(readRow, { body }, this.asOurselves())) ?? undefined;
  }

  async remove(
    service: StatefulServiceName,
    aggregate: Aggregate,
    place: RowVersion,
  ): Promise<boolean> {
    const client = this.clients.to(service);
    const body = { aggregate, ...place };
    return (await client.call(removeRow, { body }, this.asOurselves())).removed;
  }

  async confirm(
    service: StatefulServiceName,
    compared: number | null,
  ): Promise<number | undefined> {
    const client = this.clients.to(service);
    const due = await client.call(confirmReadModels, { body: { compared } }, this.asOurselves());
    return due?.incarnation;
  }

  private asOurselves(): Record<string, string> {
    return { [PRINCIPAL_HEADER]: this.signer.ourselves() };
  }
}
