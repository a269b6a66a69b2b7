import { AccountChanged, InstitutionRegistered, newId } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { CONFIG } from '@ndx/service';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { openAccount, stateOfAccount } from '../domain/account.js';
import { registerInstitution, stateOfInstitution } from '../domain/institution.js';
import type { EntityConfig } from '../entity.config.js';
import { AccountRepository } from '../storage/account-repository.js';
import { InstitutionRepository } from '../storage/institution-repository.js';

/**
 * Creates the first institution and its account from configuration: an empty system has no
 * administrator. Does nothing when there is an institution.
 */
@Injectable()
export class RegisterFirstInstitution implements OnApplicationBootstrap {
  constructor(
    @Inject(CONFIG) private readonly config: EntityConfig,
    private readonly transactions: Transactions,
    private readonly institutions: InstitutionRepository,
    private readonly accounts: AccountRepository,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const first = this.configured();
    if (!first) return;
    // Nothing ended, and the other services may not run yet: the bus brings it.
    await this.transactions.commit(async (tx) => {
      await this.institutions.lockFirst(tx.manager);
      if (await this.institutions.any(tx.manager)) return;
      const now = new Date();
      const institution = registerInstitution(
        { ...first, id: this.config.BOOTSTRAP_ENTITY_ID || newId(), homeNetworkId: null },
        now,
      );
      const account = openAccount(
        { entityId: institution.id, subject: first.subject, email: null },
        now,
      );
      await this.institutions.add(tx.manager, institution);
      await this.accounts.add(tx.manager, account);
      tx.publish(InstitutionRegistered, stateOfInstitution(institution));
      tx.publish(AccountChanged, stateOfAccount(account, null));
    });
  }

  private configured(): { orgId: string; name: string; subject: string } | undefined {
    const orgId = this.config.BOOTSTRAP_ORG_ID;
    const name = this.config.BOOTSTRAP_INSTITUTION;
    const subject = this.config.BOOTSTRAP_SUBJECT;
    return orgId === '' ? undefined : { orgId, name, subject };
  }
}
