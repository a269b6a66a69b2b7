import { compareCopies, confirmCopies, readCopy, removeCopy } from '@ndx/api';
import type { Aggregate, StatefulServiceName } from '@ndx/contracts';
import type {
  ComparedCopies,
  CopyPlace,
  HeadPage,
  StandingCopy,
  SubscribersCopies,
  SubscribersIncarnation,
} from '@ndx/replication';
import type { ServiceClients } from '../http/service-clients.js';
import { PRINCIPAL_HEADER, type PrincipalSigner } from '../principal/signed-principal.js';

/** Reaches the copies of subscribers over HTTP, in our own name. */
export class HttpSubscribersCopies implements SubscribersCopies, SubscribersIncarnation {
  constructor(
    private readonly clients: ServiceClients,
    private readonly signer: PrincipalSigner,
  ) {}

  async compare(
    service: StatefulServiceName,
    { range, digest }: HeadPage,
  ): Promise<ComparedCopies | undefined> {
    const client = this.clients.to(service);
    const body = { ...range, digest };
    return (await client.call(compareCopies, { body }, this.asOurselves())) ?? undefined;
  }

  async read(
    service: StatefulServiceName,
    aggregate: Aggregate,
    key: string,
  ): Promise<StandingCopy | undefined> {
    const client = this.clients.to(service);
    const body = { aggregate, key };
    return (await client.call(readCopy, { body }, this.asOurselves())) ?? undefined;
  }

  async remove(
    service: StatefulServiceName,
    aggregate: Aggregate,
    place: CopyPlace,
  ): Promise<boolean> {
    const client = this.clients.to(service);
    const body = { aggregate, ...place };
    return (await client.call(removeCopy, { body }, this.asOurselves())).removed;
  }

  async confirm(
    service: StatefulServiceName,
    compared: number | null,
  ): Promise<number | undefined> {
    const client = this.clients.to(service);
    const due = await client.call(confirmCopies, { body: { compared } }, this.asOurselves());
    return due?.incarnation;
  }

  private asOurselves(): Record<string, string> {
    return { [PRINCIPAL_HEADER]: this.signer.ourselves() };
  }
}
