/** Fields that identify a person, and fields that the network stores encrypted. */
const SECRET =
  /^(social_security_number|date_of_birth|first_name|last_name|phone_number|personal_\w+|business_tax_identifier_value)$/;

const MASK = '****';

/** A value as a terminal or a log may show it: masked where its field is secret. */
export function shownValue<Value>(path: string, value: Value): Value | string {
  const name = path.slice(path.lastIndexOf('.') + 1);
  return SECRET.test(name) ? MASK : value;
}
