import { Service } from '@ndx/service';
import { entityConfig, entityRules } from './entity.config.js';
import { SubjectParts } from './clients/subject-parts.js';
import { LogStore } from './clients/log-store.js';
import { TraceStore } from './clients/trace-store.js';
import { AccountController } from './http/account.controller.js';

import { CallerController } from './http/caller.controller.js';
import { ClientController } from './http/client.controller.js';
import { IdentityConflictController } from './http/identity-conflict.controller.js';
import { InstitutionController } from './http/institution.controller.js';
import { InternalAccountsController } from './http/internal-accounts.controller.js';
import { InternalIdentitiesController } from './http/internal-identities.controller.js';
import { InternalMembersController } from './http/internal-members.controller.js';
import { InternalNetworksController } from './http/internal-networks.controller.js';
import { InvitationController } from './http/invitation.controller.js';
import { LogController } from './http/log.controller.js';
import { MembershipController } from './http/membership.controller.js';
import { NetworkController } from './http/network.controller.js';
import { RequestTraceController } from './http/request-trace.controller.js';
import { SandboxClockController } from './http/sandbox-clock.controller.js';
import { SearchController } from './http/search.controller.js';
import { SeparationController } from './http/separation.controller.js';
import { WitnessController } from './http/witness.controller.js';
import { IdentityConflicts } from './metrics/identity-conflicts.js';
import { AccountRepository } from './storage/account-repository.js';
import { AccountRow } from './storage/account-row.js';
import { ClientRepository } from './storage/client-repository.js';
import { ClientRow } from './storage/client-row.js';
import { OWN_CALLERS } from './storage/own-callers.js';
import { ClockRepository } from './storage/clock-repository.js';
import { IdentifierVault } from './storage/identifier-vault.js';
import { InstitutionRepository } from './storage/institution-repository.js';
import { InstitutionRow } from './storage/institution-row.js';
import { EndedInvitations } from './storage/ended-invitations.js';
import { InvitationRepository } from './storage/invitation-repository.js';
import { InvitationRow } from './storage/invitation-row.js';
import { MembershipRepository } from './storage/membership-repository.js';
import { MembershipRow } from './storage/membership-row.js';
import { CreateEntityTables1700000100000 } from './storage/migrations/1700000100000-create-entity-tables.js';
import { NetworkRepository } from './storage/network-repository.js';
import { NetworkRow } from './storage/network-row.js';
import { WitnessesRow } from './storage/witnesses-row.js';
import { AcceptInvitation } from './use-cases/accept-invitation.js';
import { AcceptableInvitations } from './use-cases/acceptable-invitations.js';
import { AccountAdministrators } from './use-cases/account-administrators.js';
import { AdministerAccounts } from './use-cases/administer-accounts.js';
import { AdministerClients } from './use-cases/administer-clients.js';
import { AdministerInvitations } from './use-cases/administer-invitations.js';
import { ChangeNetwork, OWNED_NETWORKS } from './use-cases/change-network.js';
import { ChangeMembership } from './use-cases/change-membership.js';
import {
  OWNED_BUSINESSES,
  OWNED_CONSUMERS,
  OWNED_INSTITUTIONS,
} from './use-cases/recover-identities.js';
import { OWNED_ACCOUNTS, OWNED_MEMBERSHIPS } from './use-cases/recover-callers.js';
import { CreateNetwork } from './use-cases/create-network.js';
import { IdentitySearch } from './use-cases/identity-search.js';
import { ListIdentityConflicts } from './use-cases/list-identity-conflicts.js';
import { MatchBusinesses } from './use-cases/match-businesses.js';
import { MoveClock } from './use-cases/move-clock.js';
import { NameBusinesses } from './use-cases/name-businesses.js';
import { NameConsumers } from './use-cases/name-consumers.js';
import { PlanSeparation } from './use-cases/plan-separation.js';
import { ReadInvitation } from './use-cases/read-invitation.js';
import { RegisterFirstInstitution } from './use-cases/register-first-institution.js';
import { RegisterInstitution } from './use-cases/register-institution.js';
import { ResolveAccount } from './use-cases/resolve-account.js';
import { ResolveBusinesses } from './use-cases/resolve-businesses.js';
import { ResolveConsumers } from './use-cases/resolve-consumers.js';
import { ResolveIdentityConflict } from './use-cases/resolve-identity-conflict.js';
import { SearchBusinesses } from './use-cases/search-businesses.js';
import { SearchConsumers } from './use-cases/search-consumers.js';
import { SeparateSubject } from './use-cases/separate-subject.js';
import { OWNED_WITNESSES, SetWitnesses } from './use-cases/set-witnesses.js';
import { SubjectResolver } from './use-cases/subject-resolver.js';

@Service({
  name: 'entity',
  callsAsItself: ['consent', 'furnishing', 'product-query'],
  config: entityConfig,
  configRules: entityRules,
  sealed: [
    { table: 'consumer_identity', column: 'ssn_sealed' },
    { table: 'business_identity', column: 'ein_sealed' },
  ],
  rows: [
    ...[NetworkRow, InstitutionRow, AccountRow, ClientRow, InvitationRow],
    ...[MembershipRow, WitnessesRow],
  ],
  migrations: [CreateEntityTables1700000100000],
  audited: ['select id from network', 'select network_id from membership'],
  owns: [
    OWNED_BUSINESSES,
    OWNED_CONSUMERS,
    OWNED_INSTITUTIONS,
    OWNED_MEMBERSHIPS,
    OWNED_ACCOUNTS,
    OWNED_WITNESSES,
    OWNED_NETWORKS,
  ],
  callers: OWN_CALLERS,
  witnesses: 'select id as network_id, witnesses from network_witnesses',
  http: [
    CallerController,
    NetworkController,
    WitnessController,
    MembershipController,
    InstitutionController,
    AccountController,
    InvitationController,
    ClientController,
    SearchController,
    InternalAccountsController,
    IdentityConflictController,
    SeparationController,
    SandboxClockController,
    RequestTraceController,
    LogController,
    InternalIdentitiesController,
    InternalMembersController,
    InternalNetworksController,
  ],
  providers: [
    NetworkRepository,
    InstitutionRepository,
    AccountRepository,
    ClientRepository,
    InvitationRepository,
    MembershipRepository,
    ClockRepository,
    IdentifierVault,
    CreateNetwork,
    RegisterInstitution,
    ChangeMembership,
    ChangeNetwork,
    SetWitnesses,
    AccountAdministrators,
    AdministerAccounts,
    AdministerInvitations,
    AcceptableInvitations,
    ReadInvitation,
    AcceptInvitation,
    AdministerClients,
    ResolveAccount,
    MoveClock,
    RegisterFirstInstitution,
    SubjectResolver,
    ResolveBusinesses,
    ResolveConsumers,
    IdentitySearch,
    SearchBusinesses,
    SearchConsumers,
    MatchBusinesses,
    NameBusinesses,
    NameConsumers,
    ListIdentityConflicts,
    ResolveIdentityConflict,
    SubjectParts,
    TraceStore,
    LogStore,
    PlanSeparation,
    SeparateSubject,
  ],
  expiring: [EndedInvitations],
  metrics: [IdentityConflicts],
})
export class EntityModule {}
