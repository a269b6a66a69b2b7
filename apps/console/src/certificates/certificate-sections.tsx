import { Stack, Text } from '@mantine/core';
import type { KybCertificate, SectionExplanation } from '@ndx/client';
import { SectionAccordion } from '../parts/section-accordion.js';
import { Facts, Moment } from '../parts/values.js';
import type { NameOf } from '../parts/names.js';
import { inWords } from '../parts/words.js';
import { SourceRecord } from '../records/record-link.js';

interface CertificateSectionsProps {
  readonly result: KybCertificate['result'];
  /** How each section was decided, with the records that it has. */
  readonly sections: readonly SectionExplanation[];
  readonly nameOf: NameOf;
}

/** The sections with a value, each with its source. */
export function CertificateSections({ result, sections, nameOf }: CertificateSectionsProps) {
  const content: Readonly<Record<string, unknown>> = { ...result };
  const issued = sections.filter(({ model_name: name }) => isObject(content[name]));
  return (
    <SectionAccordion
      models={issued}
      order={3}
      open={issued}
      facts={({ furnishing_entity_id: furnisher }) =>
        furnisher !== null && (
          <Text size="sm" c="dimmed">
            from {nameOf(furnisher)}
          </Text>
        )
      }
    >
      {({ model_name: name, used_records: records }) => (
        <Stack gap="md">
          <Facts facts={valuesOf(content[name])} />
          {records.map((record) => (
            <Facts
              key={record.record_id}
              facts={[
                ['Source', <SourceRecord id={record.record_id} source={record} nameOf={nameOf} />],
                [
                  'Verified',
                  record.performed_at === null ? null : <Moment at={record.performed_at} />,
                ],
              ]}
            />
          ))}
        </Stack>
      )}
    </SectionAccordion>
  );
}

/** What the section states and asserts (contract 2.8). */
function valuesOf(section: unknown) {
  if (!isObject(section)) return [];
  return [section['data'], section['assertions']]
    .flatMap((members) => (isObject(members) ? Object.entries(members) : []))
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [inWords(name), valueInWords(value)] as const);
}

function valueInWords(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (!isObject(value)) return JSON.stringify(value);
  return Object.values(value)
    .filter((part) => part !== null)
    .map(valueInWords)
    .join(', ');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
