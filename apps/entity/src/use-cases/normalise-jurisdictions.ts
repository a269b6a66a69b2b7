import { normaliseJurisdiction, registrationMatchKey } from '@ndx/catalog';
import { BusinessIdentified } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { stateOfBusiness } from '../domain/business.js';
import { BUSINESS_TABLE } from '../storage/business-table.js';
import { IdentifierVault } from '../storage/identifier-vault.js';
import { selectByIds } from '../storage/identity-table.js';
import {
  lockWritten,
  rewriteJurisdictions,
  writtenJurisdictions,
  type WrittenJurisdiction,
} from '../storage/written-jurisdictions.js';

const BATCH = 500;

/**
 * Rewrites jurisdictions from an earlier version, before the service accepts requests: otherwise a
 * claim with the code would create the business again. Values that are not in ISO 3166 stay
 * unchanged (decision 0065).
 */
@Injectable()
export class NormaliseJurisdictions implements OnApplicationBootstrap {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly vault: IdentifierVault,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const written of await writtenJurisdictions(this.dataSource)) {
      const code = normaliseJurisdiction(written.jurisdiction, written.country);
      // A full code is normalised already, and its hash is the same.
      if (code === undefined || code === written.jurisdiction) continue;
      while ((await this.rewriteBatch(written, code)) === BATCH);
    }
  }

  /** @returns the number of rewritten registrations */
  private rewriteBatch(written: WrittenJurisdiction, code: string): Promise<number> {
    return this.transactions.run(async (tx) => {
      const registrations = await lockWritten(tx.manager, written, code, BATCH);
      const rewritten = registrations.map((registration) => ({
        ...registration,
        matchHash: this.vault.matchHashOf(
          registrationMatchKey(code, registration.registration_key),
        ),
      }));
      await rewriteJurisdictions(tx.manager, written, code, rewritten);
      const ids = [...new Set(rewritten.map(({ business_id }) => business_id))];
      for (const business of await selectByIds(tx.manager, BUSINESS_TABLE, ids)) {
        tx.publish(BusinessIdentified, stateOfBusiness(business));
      }
      return registrations.length;
    });
  }
}
