import { Badge, Card, Divider, Group, Stack, Text } from '@mantine/core';
import type { IdentityConflict } from '@ndx/client';
import { Facts, Id, Moment } from '../parts/values.js';
import type { NameOf } from '../parts/names.js';
import { TextLink } from '../parts/page.js';
import { useSession } from '../session/session.js';
import { nameOfSubject, type ConflictSubject, type Statement } from './subject-name.js';

type Member = Exclude<keyof Statement, 'entity_id'>;

const MEMBERS: readonly (readonly [Member, string])[] = [
  ['business_legal_name', 'Legal name'],
  ['federal_ein_last_four', 'EIN, last four digits'],
  ['first_name', 'First name'],
  ['last_name', 'Last name'],
  ['date_of_birth', 'Date of birth'],
];

interface SubjectCardProps {
  readonly conflict: IdentityConflict;
  readonly subject: ConflictSubject;
  readonly openedConflict: boolean;
  readonly nameOf: NameOf;
}

/** One subject of a conflict, with the statement of each institution. */
export function SubjectCard({ conflict, subject, openedConflict, nameOf }: SubjectCardProps) {
  const { identifier, subject_id: id, merged_into: mergedInto, statements } = subject;
  const others = conflict.subjects.filter(({ subject_id }) => subject_id !== id);
  return (
    <Card withBorder padding="lg" component="section" aria-label={identifier}>
      <Stack gap="md">
        <Group justify="space-between" gap="xs">
          <SubjectLink kind={conflict.subject_type} subject={subject} />
          <Group gap={4}>
            {openedConflict && <Badge color="orange">Opened the conflict</Badge>}
            {mergedInto !== null && <Badge color="gray">Merged</Badge>}
          </Group>
        </Group>
        <Facts
          cols={2}
          facts={[
            ['Identifier', identifier],
            ['Id', <Id value={id} />],
            ['Known since', <Moment at={subject.created_at} />],
          ]}
        />
        {statements.map((statement) => (
          <Stack gap="sm" key={statement.entity_id}>
            <Divider />
            <Text size="sm" fw={600}>
              Stated by {nameOf(statement.entity_id)}
            </Text>
            <Facts
              cols={2}
              facts={MEMBERS.map(([member, label]) => [
                label,
                stated(
                  statement,
                  member,
                  others.flatMap((other) => other.statements),
                ),
              ])}
            />
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}

/** The name, as a link to the page of the subject where the reader may open it. */
function SubjectLink({
  kind,
  subject,
}: {
  readonly kind: 'consumer' | 'business';
  readonly subject: ConflictSubject;
}) {
  const { may } = useSession();
  const name = nameOfSubject(subject);
  if (!may('entity:search')) return <Text fw={600}>{name}</Text>;
  const params = { kind, subjectId: subject.subject_id };
  return (
    <TextLink size="md" fw={600} to="/subjects/$kind/$subjectId" params={params}>
      {name}
    </TextLink>
  );
}

/** A stated value, marked when every statement about the other subjects has another one. */
function stated(statement: Statement, member: Member, others: readonly Statement[]) {
  const value = statement[member];
  if (value === null) return null;
  const known = others.flatMap((other) => other[member] ?? []);
  const differs = known.length > 0 && !known.some((other) => isSame(other, value));
  return (
    <Group gap={6}>
      <span>{value}</span>
      {differs && (
        <Badge size="sm" color="orange">
          differs
        </Badge>
      )}
    </Group>
  );
}

function isSame(one: string, other: string): boolean {
  return one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0;
}
