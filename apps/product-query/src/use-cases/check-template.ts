import type { Template } from '@ndx/catalog';
import type { Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { subjectOf } from '../domain/subject.js';
import { isAnswerable, templateCoverage } from '../domain/template-coverage.js';
import { SecretValues } from '../storage/secret-values.js';
import { TemplateReader } from '../storage/template-reader.js';
import type { CheckedSubject, SubjectCheck } from './coverage-check.js';
import { resolveTemplateRules } from './template-rules.js';

/** Checks the furnishers' data for a template, under the same consent and policy as its query. */
@Injectable()
export class CheckTemplate {
  constructor(
    private readonly reader: TemplateReader,
    private readonly secrets: SecretValues,
  ) {}

  /** @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND, VALIDATION_ERROR */
  async check(
    principal: Principal,
    template: Template,
    check: SubjectCheck,
  ): Promise<CheckedSubject> {
    const facts = await this.reader.read({
      ...check,
      template,
      entityId: principal.entity_id,
    });
    const { now } = facts;
    const rulesByNetwork = resolveTemplateRules({ ...check, principal, template, now }, facts);
    const subjectId = subjectOf(
      { ...check, subjectType: template.subject },
      facts.named,
      facts.consent,
    );
    const { open } = this.secrets;
    const input = { ...facts, template, rulesByNetwork, open, now };
    return { subjectId, furnishers: templateCoverage(input), issuable: isAnswerable(input) };
  }
}
