import { Badge, Button, Card, Group, JsonInput, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../app/api.js';
import { Failure } from '../parts/loaded.js';
import { useSession } from '../session/session.js';
import { CodeTabs } from './code-tabs.js';
import { TourAnswer, type LiveAnswer } from './tour-answer.js';
import { codeOf } from './tour-code.js';
import type { TourStep } from './tour-steps.js';

interface TourStepCardProps {
  readonly number: number;
  readonly step: TourStep;
  readonly onAnswer: ((answer: unknown) => void) | undefined;
}

/** One request: its body, the code that sends it, and the answer of the network. */
export function TourStepCard({ number, step, onAnswer }: TourStepCardProps) {
  const { gatewayUrl } = useApi();
  const { may } = useSession();
  const [text, setText] = useState(() => JSON.stringify(step.body, null, 2));
  const body = objectFrom(text);
  const call = useLiveCall(step, onAnswer);
  const isPermitted = may(step.permission);
  return (
    <Card withBorder padding="lg" component="section" aria-label={`Step ${number}`}>
      <Stack gap="md">
        <div>
          <Group gap="xs" mb={4}>
            <Title order={2} size="h4">
              {number}. {step.title}
            </Title>
            {!isPermitted && <Badge color="gray">Another institution: {step.sender}</Badge>}
          </Group>
          <Text size="sm" c="dimmed">
            {step.about}
          </Text>
        </div>
        {isPermitted && (
          <JsonInput
            label={`POST ${step.path}`}
            description="You can edit the body."
            autosize
            minRows={4}
            maxRows={14}
            formatOnBlur
            value={text}
            error={body === undefined && 'The body is not a JSON object.'}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            onChange={setText}
          />
        )}
        {isPermitted && (
          <Group>
            <Button
              disabled={body === undefined}
              loading={call.isPending}
              onClick={() => body && call.mutate(body)}
            >
              Send the request
            </Button>
          </Group>
        )}
        {call.isError && <Failure error={call.error} />}
        {call.isSuccess && <TourAnswer answer={call.data} />}
        <CodeTabs code={codeOf(step, body ?? step.body, gatewayUrl)} />
      </Stack>
    </Card>
  );
}

function useLiveCall(step: TourStep, onAnswer: TourStepCardProps['onAnswer']) {
  const { ndx } = useApi();
  return useMutation({
    mutationFn: async (body: object): Promise<LiveAnswer> => {
      // The server validates the body, which the reader may have edited.
      const send = ndx[step.operation] as (request: { body: object }) => Promise<LiveAnswer>;
      return send({ body });
    },
    onSuccess: ({ data }) => onAnswer?.(data),
  });
}

function objectFrom(text: string): object | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
