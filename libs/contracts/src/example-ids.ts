/**
 * Examples of ids in the documents. No environment has them, so a copied or generated request changes
 * nothing there.
 */
export const EXAMPLE_IDS = {
  network: '0192d3bf-1911-7ab2-8bc3-1d2e3f405162',
  operator: '0192d3bf-2a21-7bc2-9cd3-2e3f40516273',
  furnisher: '0192d3bf-3b31-7cd2-8de3-3f4051627384',
  querier: '0192d3bf-4c41-7de2-9ef3-405162738495',
  account: '0192d3c0-1b2c-7d3e-8f40-5a6b7c8d9e01',
  attestation: '0192d3c0-2a11-7c22-9d33-4e5f60718293',
  business: '0192d3c0-3b21-7a32-8b43-5c6d7e8f9012',
  certificate: '0192d3c0-4c31-7b42-9c53-6d7e8f901223',
  conflict: '0192d3c0-5d41-7c52-8d63-7e8f90123434',
  consent: '0192d3c1-20d4-7b6e-8f0a-5e4d3c2b1a09',
  consumer: '0192d3c0-6e51-7d62-9e73-8f9012344545',
  dispute: '0192d3c0-e6d1-75e2-96f3-07899abccdcd',
  endpoint: '0192d3c0-f7e1-76f2-97a3-18a9abbcdede',
  invitation: '0192d3c1-2b12-7925-8ad6-4bbcdef01121',
  notice: '0192d3c1-08f1-7703-98b4-29babccdef0f',
  event: '0192d3c0-7f61-7e72-8f83-901234455656',
  grant: '0192d3c0-8071-7f82-9093-a12345566767',
  policy: '0192d3c0-9181-7092-81a3-b23456677878',
  query: '0192d3c0-a291-71a2-92b3-c34567788989',
  record: '0192d3c0-b3a1-72b2-83c3-d45678899a9a',
  separation: '0192d3c0-d5c1-74d2-95e3-f67889abbcbc',
  simulation: '0192d3c1-1a02-7814-89c5-3abbcdeff010',
  submission: '0192d3c0-c4b1-73c2-94d3-e567899aabab',
} as const;
