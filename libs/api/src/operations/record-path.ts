import { Uuid } from '../shapes/shapes.js';

export class RecordPath {
  @Uuid()
  readonly record_id!: string;
}
