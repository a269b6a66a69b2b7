import * as accounts from './accounts.js';
import * as match from './business-match.js';
import * as names from './business-names.js';
import * as consumerNames from './consumer-names.js';
import * as caller from './caller.js';
import * as clients from './clients.js';
import * as conflicts from './identity-conflicts.js';
import * as institutions from './institutions.js';
import * as invitations from './invitations.js';
import * as memberships from './memberships.js';
import * as networks from './networks.js';
import * as clock from './sandbox-clock.js';
import * as search from './search.js';
import * as separations from './separations.js';
import * as witnesses from './witnesses.js';

/**
 * The public operations of entity, in the order of the document, because members of a module have
 * none.
 */
export const entityOperations = [
  search.searchConsumers,
  search.searchBusinesses,
  search.countConsumers,
  search.countBusinesses,
  match.matchBusinesses,
  names.nameBusinesses,
  consumerNames.nameConsumers,
  caller.readCaller,
  networks.listNetworks,
  networks.createNetwork,
  networks.readNetwork,
  networks.changeNetwork,
  witnesses.listWitnesses,
  witnesses.setWitnesses,
  memberships.joinNetwork,
  memberships.listMemberships,
  memberships.grantMembership,
  memberships.endMembership,
  institutions.listInstitutions,
  institutions.listParticipants,
  institutions.registerInstitution,
  accounts.listAccounts,
  accounts.addAccount,
  accounts.setAccountStatus,
  invitations.listInvitations,
  invitations.sendInvitation,
  invitations.revokeInvitation,
  invitations.readInvitation,
  invitations.acceptInvitation,
  clients.listClients,
  clients.registerClient,
  clients.removeClient,
  conflicts.listIdentityConflicts,
  conflicts.countIdentityConflicts,
  conflicts.readIdentityConflict,
  conflicts.keepIdentitiesApart,
  conflicts.confirmIdentity,
  conflicts.mergeIdentities,
  separations.previewSeparation,
  separations.separateSubject,
  separations.listSeparations,
  clock.readSandboxClock,
  clock.advanceSandboxClock,
  clock.resetSandboxClock,
] as const;
