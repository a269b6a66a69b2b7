import { inWords } from '../parts/words.js';

/** `kyb_certificate credit_history` is "KYB certificate, Credit history". */
export function scopeInWords(scope: string): string {
  return scope === '*' ? 'All products' : scope.split(' ').map(inWords).join(', ');
}

/** `model.field, other.*` is "Model: field; Other: all fields". */
export function fieldsInWords(fields: string): string {
  return fields === '*' ? 'All fields' : fields.split(',').map(fieldInWords).join('; ');
}

export function fieldInWords(definition: string): string {
  if (definition === '*') return 'All fields';
  const [model = '', field = '*'] = definition.trim().split('.');
  return `${inWords(model)}: ${field === '*' ? 'all fields' : inWords(field)}`;
}
