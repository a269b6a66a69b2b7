/** The id of an operation on a data set: `query` of `annual_personal_income` is `queryAnnualPersonalIncome`. */
export function operationId(verb: string, slug: string): string {
  const words = slug.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return verb + words.join('');
}
