import { CreateMessaging1700000000000 } from '@ndx/messaging';
import { CreateReplication1700000000050 } from '../migrations/1700000000050-create-replication.js';

/** The tables of messaging and of replication. */
export const MIGRATIONS = [CreateMessaging1700000000000, CreateReplication1700000000050];
