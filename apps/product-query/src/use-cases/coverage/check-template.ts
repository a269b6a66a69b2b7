import type { Template } from '@ndx/catalog';
import { clockOffsetMs, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { explainTemplate } from '../../domain/explanation/explain-template.js';
import { querierReader } from '../../domain/explanation/explanation-reader.js';
import { requireOwnConsent } from '../../domain/consent/consent.js';
import { subjectOf } from '../../domain/subject.js';
import { expectedAnswer, templateCoverage } from '../../domain/coverage/template-coverage.js';
import { templateDecisionOf } from '../../domain/decision/template-decision.js';
import { resolveTemplateRules } from '../../domain/template/template-rules.js';
import { SecretValues } from '../../storage/secret-values.js';
import { TemplateReader } from '../../storage/template-reader.js';
import type { CheckedSubject, SubjectCheck } from './coverage-check.js';
import { expectedQuery } from './expected-query.js';

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
      accountId: principal.account_id,
      clockOffsetSeconds: principal.clock_offset_seconds,
    });
    const now = facts.now + clockOffsetMs(principal);
    const { subject: subjectType } = template;
    // It names the subject: the query of a template names no consent.
    const named =
      check.consentId === undefined
        ? undefined
        : requireOwnConsent({ principal, subjectType }, facts.consent);
    const resolved = resolveTemplateRules({ ...check, principal, template, now }, facts);
    const { rulesByNetwork } = resolved;
    const subjectId = subjectOf({ ...check, subjectType }, facts.named, named);
    const { open } = this.secrets;
    const input = { ...facts, template, ...resolved, open, now };
    const { answer, outputs, judgements } = expectedAnswer(input);
    const { furnishingEntityIds, purpose } = check;
    const decision = templateDecisionOf({
      ...input,
      judgements,
      outputs,
      furnishingEntityIds,
      answerHash: undefined,
    });
    const issuable = answer !== undefined;
    const expected = expectedQuery(rulesByNetwork, decision, { issuable, purpose });
    return {
      subjectId,
      furnishers: templateCoverage(input),
      issuable,
      explanation: explainTemplate(template, expected, querierReader(principal)),
    };
  }
}
