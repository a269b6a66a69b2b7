import { Button, Group, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { Page, Panel } from '../parts/page.js';
import { isReference } from '../queries/find-query.js';
import { LogFields } from './log-fields.js';

/** Opens the path of a request by its id. */
export function RequestTracesPage() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const requestId = text.trim();
    if (!isReference(requestId)) {
      setProblem('Paste the value of the X-Request-Id header of a response.');
      return;
    }
    await navigate({ to: '/request-traces/$requestId', params: { requestId } });
  };
  return (
    <Page
      title="Request paths"
      about="The path of one request through the processes, their databases and the bus. A trace has no values of a request."
    >
      <form onSubmit={submit} noValidate>
        <Group align="flex-end" gap="xs" maw={640}>
          <TextInput
            flex={1}
            miw={200}
            label="Request id"
            description="The X-Request-Id of a response, also in every error and every log line."
            value={text}
            error={problem}
            autoComplete="off"
            spellCheck={false}
            inputWrapperOrder={['label', 'description', 'input', 'error']}
            onChange={({ currentTarget: { value } }) => {
              setText(value);
              setProblem(undefined);
            }}
          />
          <Button type="submit">Show the path</Button>
        </Group>
      </form>
      <Panel title="Log lines of a request">
        <LogFields />
      </Panel>
    </Page>
  );
}
