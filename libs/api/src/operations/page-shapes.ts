import { IsOptional } from 'class-validator';
import { QueryInteger, Uuid } from '../shapes/shapes.js';

/** Lists are ordered by id: `after` is the id of the last item that is already known. */
export class PageQuery {
  @IsOptional()
  @QueryInteger({ min: 1, max: 100 })
  readonly limit: number = 100;

  @IsOptional()
  @Uuid()
  readonly after?: string;
}
