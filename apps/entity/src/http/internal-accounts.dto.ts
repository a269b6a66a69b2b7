import { Text } from '@ndx/api';
import { IsOptional } from 'class-validator';

/** The claims of a verified token (contract 5.3c). */
export class ResolveAccountDto {
  @Text(300)
  readonly subject!: string;

  @Text(300)
  readonly organization!: string;

  @IsOptional()
  @Text(300)
  readonly role?: string;
}
