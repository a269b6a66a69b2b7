import { CreateMessaging1700000000000 } from './1700000000000-create-messaging.js';
import { KeepWhoDidIt1700000000300 } from './1700000000300-keep-who-did-it.js';
import { ParkOutboxKeys1700000810000 } from './1700000810000-park-outbox-keys.js';
import { KeepAggregateHeads1700000900000 } from './1700000900000-keep-aggregate-heads.js';

/** The messaging tables in every service's database. */
export const messagingMigrations = [
  CreateMessaging1700000000000,
  KeepWhoDidIt1700000000300,
  ParkOutboxKeys1700000810000,
  KeepAggregateHeads1700000900000,
];
