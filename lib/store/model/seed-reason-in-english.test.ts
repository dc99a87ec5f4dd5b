import { expect, test } from 'vitest'
import { factsShown, SEED_REASONS } from '@/tests/support/seed-reasons'
import { seedReasonInEnglish } from './seed-reason-in-english'

test.each(SEED_REASONS)('the API and the command line say $code with its facts', (reason) => {
  const phrase = seedReasonInEnglish(reason)
  expect(phrase).toMatch(/\S/)
  for (const fact of factsShown(reason)) expect(phrase).toContain(fact)
})
