import { DomainError, type Principal } from '@ndx/contracts';
import { arrayText } from '@ndx/postgres';
import { INCARNATION, type ReadFrom, type ReadModelConfirmation } from '@ndx/replication';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { DataSource } from 'typeorm';
import { operationOf } from '../http/handles.js';
import {
  callerStateSql,
  currentPrincipal,
  type CallerState,
  type CallerTables,
} from './caller-state.js';

/**
 * Removes what has ended from the principal of a request before its handler runs: the gateway may
 * have resolved the account before the end was acknowledged (decision 0104). A billable query reads
 * the state of its caller together with its data, without another trip to the database.
 */
export class CurrentCallers implements CanActivate {
  private readonly read: string;

  constructor(
    private readonly dataSource: DataSource,
    private readonly confirmation: ReadModelConfirmation,
    tables: CallerTables,
  ) {
    const state = callerStateSql(tables, {
      accountId: '$1::uuid',
      entityId: '$2::text',
      memberships:
        '(select network_id, roles::text[] from unnest($3::text[], $4::text[]) as given (network_id, roles))',
    });
    this.read = `select ${state} as state, ${INCARNATION} as incarnation`;
  }

  /**
   * @throws AUTHENTICATION_REQUIRED for a user where the operation needs an account,
   *   SuspendedAccountError, OPERATION_FAILED when the read models are not confirmed in time
   */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const operation = operationOf(context.getHandler());
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const isPublic = operation?.visibility === 'public';
    if (request.caller?.kind === 'user' && !(isPublic && operation.forUsers)) {
      throw new DomainError('principal_missing', 'the principal has no account');
    }
    if (isPublic && operation.billable) return true;
    return this.update(request);
  }

  private async update(request: FastifyRequest): Promise<boolean> {
    const { caller } = request;
    if (caller?.kind !== 'account') return true;
    const { principal } = caller;
    const { state } = await this.confirmation.read(() => this.readState(principal));
    request.caller = { kind: 'account', principal: currentPrincipal(principal, state) };
    return true;
  }

  private async readState({ account_id, entity_id, memberships }: Principal) {
    const [row] = await this.dataSource.query<(ReadFrom & { readonly state: string })[]>(
      this.read,
      [
        account_id,
        entity_id,
        memberships.map(({ network_id }) => network_id),
        memberships.map(({ roles }) => arrayText(roles)),
      ],
    );
    if (!row) throw new Error('the database has no state of the caller');
    return { ...row, state: JSON.parse(row.state) as CallerState };
  }
}
