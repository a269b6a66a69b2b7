/** A consumer with the identity fields of the templates. */
export function demoConsumer(socialSecurityNumber: number) {
  return {
    date_of_birth: '1990-01-15T00:00:00Z',
    first_name: 'Ana',
    last_name: 'Example',
    personal_address_city: 'Cambridge',
    personal_address_line_1: '1 Main Street',
    personal_address_line_2: 'Unit 2',
    personal_address_state: 'MA',
    personal_address_zip: 2139,
    personal_email: 'ana@example.com',
    phone_number: 6_175_550_123,
    social_security_number: socialSecurityNumber,
  };
}

/** The identity of a consumer in a consent. */
export function consentIdentityOf(consumer: ReturnType<typeof demoConsumer>) {
  return {
    date_of_birth: consumer.date_of_birth,
    first_name: consumer.first_name,
    last_name: consumer.last_name,
    personal_email: consumer.personal_email,
    phone_number: String(consumer.phone_number),
    social_security_number: String(consumer.social_security_number),
  };
}
