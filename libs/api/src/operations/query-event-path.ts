import { Uuid } from '../shapes/shapes.js';

export class QueryEventPath {
  @Uuid()
  readonly query_event_id!: string;
}
