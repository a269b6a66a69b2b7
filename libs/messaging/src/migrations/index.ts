import { CreateMessaging1700000000000 } from './1700000000000-create-messaging.js';
import { KeepWhoDidIt1700000000300 } from './1700000000300-keep-who-did-it.js';
import { ParkOutboxKeys1700000810000 } from './1700000810000-park-outbox-keys.js';
import { KeepAggregateHeads1700000900000 } from './1700000900000-keep-aggregate-heads.js';
import { KeepIncarnations1700001700000 } from './1700001700000-keep-incarnations.js';
import { KeepPredecessors1700001800000 } from './1700001800000-keep-predecessors.js';
import { ShareTheRelay1700002700000 } from './1700002700000-share-the-relay.js';

/** The messaging tables in every service's database. */
export const messagingMigrations = [
  CreateMessaging1700000000000,
  KeepWhoDidIt1700000000300,
  ParkOutboxKeys1700000810000,
  KeepAggregateHeads1700000900000,
  KeepIncarnations1700001700000,
  KeepPredecessors1700001800000,
  ShareTheRelay1700002700000,
];
