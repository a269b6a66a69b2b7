import { Badge, Stack, Text } from '@mantine/core';
import { DataTable } from '../parts/data-table.js';
import type { NameOf } from '../parts/names.js';
import { inWords, plural } from '../parts/words.js';
import { acceptedInWords, modelInWords, sourcesInWords } from './rule-words.js';
import { isPlain, type ModelRules } from './rules.js';
import { SectionAccordion } from '../parts/section-accordion.js';

interface RuleTablesProps {
  readonly models: readonly ModelRules[];
  readonly nameOf: NameOf;
}

/** A policy as tables: each model with its rules, and each field with its own. */
export function RuleTables({ models, nameOf }: RuleTablesProps) {
  return (
    <SectionAccordion
      models={models}
      order={3}
      open={[models.find(({ fields }) => !fields.every(isPlain)) ?? models[0]]}
      facts={(model) => (
        <>
          <Released isReleased={model.is_enabled} />
          {model.is_required && <Badge>Required</Badge>}
          {model.attestation_required && <Badge>Attested</Badge>}
          {model.name_match === 'require' && <Badge>Legal name</Badge>}
          {model.disputed_data !== 'mark' && <Badge>Undisputed</Badge>}
          <Text size="sm" c="dimmed">
            {plural(model.fields.length, 'field')}
          </Text>
        </>
      )}
    >
      {(model) => (
        <Stack gap="sm">
          <Text size="sm">{modelInWords(model, nameOf)}</Text>
          {model.is_enabled && <FieldTable model={model} nameOf={nameOf} />}
        </Stack>
      )}
    </SectionAccordion>
  );
}

function Released({ isReleased }: { readonly isReleased: boolean }) {
  return isReleased ? (
    <Badge color="teal">Released</Badge>
  ) : (
    <Badge color="gray">Not released</Badge>
  );
}

interface FieldTableProps {
  readonly model: ModelRules;
  readonly nameOf: NameOf;
}

/** Fields with rules of their own come first. */
function FieldTable({ model: { model_name, fields }, nameOf }: FieldTableProps) {
  return (
    <DataTable
      label={`Fields of ${inWords(model_name)}`}
      rows={[...fields.filter((field) => !isPlain(field)), ...fields.filter(isPlain)]}
      keyOf={({ field_name }) => field_name}
      minWidth={720}
      empty={null}
      columns={[
        { header: 'Field', cell: ({ field_name }) => inWords(field_name) },
        { header: 'Released', cell: ({ is_enabled }) => <Released isReleased={is_enabled} /> },
        {
          header: 'Required',
          cell: ({ is_required }) => (is_required ? <Badge>Required</Badge> : 'no'),
        },
        { header: 'Accepted values', cell: (field) => acceptedInWords(field.accepted_values) },
        {
          header: 'Sources',
          cell: (field) =>
            sourcesInWords(field.selected_provenance_option_ids, nameOf, 'as the section'),
        },
      ]}
    />
  );
}
