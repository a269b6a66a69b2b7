import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { useApi } from '../app/api.js';
import { useNetwork } from '../layout/use-network.js';
import { Failure } from '../parts/loaded.js';
import { findQuery, isReference } from './find-query.js';

const NOT_FOUND = 'No query that you may read has this X-Ref-Id or request id.';

/** Opens the explanation of one response. */
export function ExplainForm() {
  const { ndx } = useApi();
  const network = useNetwork();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const find = useMutation({
    mutationFn: (reference: string) => findQuery(ndx, network?.network_id, reference),
    onSuccess: async (queryEventId) => {
      if (queryEventId === undefined) setProblem(NOT_FOUND);
      else await navigate({ to: '/queries/$queryEventId', params: { queryEventId } });
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const reference = text.trim();
    if (isReference(reference)) find.mutate(reference);
    else setProblem('Paste the value of the X-Ref-Id header or of the X-Request-Id header.');
  };
  return (
    <Stack gap="sm">
      <form onSubmit={submit} noValidate>
        <Group align="flex-end" gap="xs" maw={640}>
          <TextInput
            flex={1}
            miw={200}
            label="Explain a response"
            description="The X-Ref-Id or the X-Request-Id of a query response."
            placeholder="X-Ref-Id or request id"
            value={text}
            error={problem}
            inputWrapperOrder={['label', 'description', 'input', 'error']}
            onChange={({ currentTarget: { value } }) => {
              setText(value);
              setProblem(undefined);
            }}
          />
          <Button type="submit" loading={find.isPending}>
            Explain
          </Button>
        </Group>
      </form>
      {find.isError && <Failure error={find.error} />}
    </Stack>
  );
}
