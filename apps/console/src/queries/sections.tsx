import { Stack, Text } from '@mantine/core';
import type { SectionExplanation } from '@ndx/client';
import type { NameOf } from '../parts/names.js';
import { inWords } from '../parts/words.js';
import { SectionAccordion } from '../parts/section-accordion.js';
import { CodeBadge } from './code-badge.js';
import classes from './sections.module.css';

interface SectionsProps {
  readonly sections: readonly SectionExplanation[];
  readonly nameOf: NameOf;
}

/** Each section with what decided it; the ones that decided against a result are open. */
export function Sections({ sections, nameOf }: SectionsProps) {
  return (
    <SectionAccordion
      models={sections}
      order={3}
      open={sections.filter(({ code }) => code !== 'issued' && code !== 'result_not_issued')}
      facts={({ code, furnishing_entity_id: furnisher }) => (
        <>
          <CodeBadge code={code} />
          {furnisher !== null && (
            <Text size="sm" c="dimmed">
              from {nameOf(furnisher)}
            </Text>
          )}
        </>
      )}
    >
      {(section) => <Section section={section} nameOf={nameOf} />}
    </SectionAccordion>
  );
}

function Section({ section, nameOf }: { section: SectionExplanation; nameOf: NameOf }) {
  const { explanation, limits, records, fields } = section;
  return (
    <Stack gap="md">
      <Text size="sm">{explanation}</Text>
      <Reasons
        title="Records"
        rows={records.map(({ furnishing_entity_id: furnisher, field_name, ...reason }) => ({
          subject: [nameOf(furnisher), ...fieldName(field_name)],
          ...reason,
        }))}
      />
      <Reasons
        title="Rules that a record had to satisfy"
        rows={limits.map(({ network_id, field_name, explanation: rule }) => ({
          subject: [nameOf(network_id), ...fieldName(field_name)],
          explanation: rule,
        }))}
      />
      <Reasons title="Fields" rows={byReason(fields)} />
    </Stack>
  );
}

function fieldName(name: string | null): string[] {
  return name === null ? [] : [inWords(name)];
}

/** One row for all fields with the same reason. */
function byReason(fields: SectionExplanation['fields']): readonly Reason[] {
  const groups = Map.groupBy(fields, ({ code, explanation }) => `${code} ${explanation}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const names = group.map(({ field_name }) => inWords(field_name)).join(', ');
    return [{ code: first.code, explanation: first.explanation, subject: [names] }];
  });
}

interface Reason {
  /** What the reason is about, from the general to the particular. */
  readonly subject: readonly string[];
  readonly code?: SectionExplanation['code'];
  readonly explanation: string;
}

function Reasons({ title, rows }: { readonly title: string; readonly rows: readonly Reason[] }) {
  if (rows.length === 0) return null;
  // The records of a bundle's data sets can have the same reason.
  const reasons = new Map(rows.map((row) => [`${row.subject.join()} ${row.explanation}`, row]));
  return (
    <div role="group" aria-label={title}>
      <Text size="sm" fw={600} mb={6}>
        {title}
      </Text>
      <ul className={classes['reasons']}>
        {[...reasons].map(([key, { subject, code, explanation }]) => (
          <li key={key}>
            <Text size="sm" className={classes['subject']}>
              {subject.join(' · ')}
            </Text>
            <Text size="sm" component="div">
              {code && <CodeBadge code={code} />} {explanation}
            </Text>
          </li>
        ))}
      </ul>
    </div>
  );
}
