import { useState } from 'react';

interface Changed {
  readonly currentTarget: { readonly value: string };
}

/** The values of the text inputs of a form, and the properties of each input. */
export function useForm<Values extends Readonly<Record<string, string>>>(initial: Values) {
  const [values, setValues] = useState(initial);
  return {
    values,
    input: (name: keyof Values) => ({
      value: values[name],
      required: true,
      onChange: ({ currentTarget: { value } }: Changed) =>
        setValues((current) => ({ ...current, [name]: value })),
    }),
    reset: () => setValues(initial),
  };
}
