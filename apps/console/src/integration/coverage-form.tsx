import { Button, Group, Input, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import type { Product } from '@ndx/client';
import { useState, type SubmitEvent } from 'react';
import { inWords } from '../parts/words.js';
import { faultAt } from '../parts/shape-fault.js';
import { SUBJECT_KINDS, type CoverageSearch, type SubjectKind } from './coverage-search.js';

interface CoverageFormProps {
  readonly products: readonly Product[];
  readonly search: CoverageSearch;
  /** Why the check of this search failed. */
  readonly error: Error | null;
  readonly onCheck: (search: CoverageSearch) => void;
}

export function CoverageForm({ products, search, error, onCheck }: CoverageFormProps) {
  const [product, setProduct] = useState(search.product ?? products[0]?.slug ?? '');
  const [subject, setSubject] = useState<SubjectKind>(search.subject ?? 'consent');
  const [id, setId] = useState(search.id ?? '');
  const [problem, setProblem] = useState<string>();
  const isChecked = id === search.id && subject === search.subject;
  const fault = isChecked ? faultAt(error, SUBJECT_KINDS[subject].member) : undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const entered = id.trim();
    if (entered === '') setProblem('Enter an id.');
    else onCheck({ product, subject, id: entered });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={640}>
        <Select
          label="Product or template"
          allowDeselect={false}
          searchable
          value={product}
          data={products.map(({ slug }) => ({ value: slug, label: inWords(slug) }))}
          onChange={(value) => setProduct(value ?? product)}
        />
        <Input.Wrapper label="Subject" labelElement="div" labelProps={{ id: 'subject-kind' }}>
          <SegmentedControl
            aria-labelledby="subject-kind"
            fullWidth
            value={subject}
            data={Object.entries(SUBJECT_KINDS).map(([value, { name }]) => ({
              value,
              label: name,
            }))}
            onChange={(value) => setSubject(value as SubjectKind)}
          />
        </Input.Wrapper>
        <Group align="flex-end" gap="xs">
          <TextInput
            flex={1}
            miw={200}
            label={SUBJECT_KINDS[subject].label}
            description={SUBJECT_KINDS[subject].hint}
            value={id}
            error={problem ?? fault}
            onChange={({ currentTarget: { value } }) => {
              setId(value);
              setProblem(undefined);
            }}
          />
          <Button type="submit">Check</Button>
        </Group>
      </Stack>
    </form>
  );
}
