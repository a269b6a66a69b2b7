import { Accordion, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { inWords } from './words.js';

interface SectionAccordionProps<Model> {
  readonly models: readonly Model[];
  /** The level of the headings. */
  readonly order: 2 | 3;
  /** The models that are open at first. */
  readonly open: readonly (Model | undefined)[];
  /** Beside the name of a model. */
  readonly facts: (model: Model) => ReactNode;
  readonly children: (model: Model) => ReactNode;
}

/** The models of a product, each as a section that opens. */
export function SectionAccordion<Model extends { readonly model_name: string }>(
  props: SectionAccordionProps<Model>,
) {
  const { models, order, open, facts, children } = props;
  return (
    <Accordion
      multiple
      variant="separated"
      order={order}
      defaultValue={open.flatMap((model) => model?.model_name ?? [])}
    >
      {models.map((model) => (
        <Accordion.Item key={model.model_name} value={model.model_name}>
          <Accordion.Control>
            <Group gap="xs">
              <Text fw={600}>{inWords(model.model_name)}</Text>
              {facts(model)}
            </Group>
          </Accordion.Control>
          <Accordion.Panel>{children(model)}</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}
