import { Button, Group, PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import type { SubjectKind } from './subject-kind.js';
import { CRITERIA, type Criterion, type PublicCriteria } from './subject-search.js';
import type { Criteria } from './use-subjects.js';

export type SecretCriteria = Pick<Criteria, 'federal_ein' | 'social_security_number'>;

interface SubjectFormProps {
  readonly kind: SubjectKind;
  readonly initial: PublicCriteria;
  readonly onSubmit: (criteria: PublicCriteria, secret: SecretCriteria) => unknown;
}

type Values = Partial<Record<Criterion['name'], string>>;

/** The criteria of a search. An empty form lists the newest subjects. */
export function SubjectForm({ kind, initial, onSubmit }: SubjectFormProps) {
  const [values, setValues] = useState<Values>(initial);
  const [problem, setProblem] = useState<string>();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const { federal_ein = '', social_security_number = '', ...rest } = values;
    const digits = (federal_ein || social_security_number).replaceAll(/\D/g, '');
    if ((federal_ein || social_security_number) !== '' && digits.length !== 9) {
      setProblem('Enter all 9 digits.');
      return;
    }
    onSubmit(
      Object.fromEntries(Object.entries(rest).filter(([, value]) => value.trim() !== '')),
      secretOf(kind, digits),
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2, lg: kind === 'business' ? 4 : 5 }} spacing="sm">
          {CRITERIA[kind].map((criterion) => (
            <Field
              key={criterion.name}
              criterion={criterion}
              value={values[criterion.name] ?? ''}
              error={criterion.isSecret ? problem : undefined}
              onChange={(value) => {
                setProblem(undefined);
                setValues({ ...values, [criterion.name]: value });
              }}
            />
          ))}
        </SimpleGrid>
        <Group>
          <Button type="submit">Search</Button>
        </Group>
      </Stack>
    </form>
  );
}

function secretOf(kind: SubjectKind, digits: string): SecretCriteria {
  if (digits === '') return {};
  return kind === 'business' ? { federal_ein: Number(digits) } : { social_security_number: digits };
}

interface FieldProps {
  readonly criterion: Criterion;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

function Field({ criterion: { name, label, isSecret }, value, error, onChange }: FieldProps) {
  const props = {
    label,
    value,
    error,
    autoComplete: 'off',
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      onChange(currentTarget.value),
  };
  if (isSecret) return <PasswordInput inputMode="numeric" {...props} />;
  return <TextInput type={name === 'date_of_birth' ? 'date' : 'text'} {...props} />;
}
