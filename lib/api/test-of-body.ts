import type { z } from 'zod'
import type { TestInput } from '@/lib/memory-tests/checked-test'
import { minuteOfDay } from '@/lib/memory-tests/model/time-of-day'
import type { createTestBody, updateTestBody } from './memory-test-schemas'

/** A test as a body says it. */
export function testOfBody(body: z.output<typeof createTestBody>): TestInput {
  const { when, ...said } = body
  return { ...said, when: timesOfBody(when) }
}

/** The changes of a test in a body; what it leaves out stays. */
export function testChangeOfBody(body: z.output<typeof updateTestBody>): Partial<TestInput> {
  const { when, ...said } = body
  return { ...said, ...(when && { when: timesOfBody(when) }) }
}

function timesOfBody(
  when: z.output<typeof createTestBody>['when'],
): NonNullable<TestInput['when']> {
  const { paths, nightly_at: nightlyAt, is_gate: isGate } = when ?? {}
  return {
    ...(paths === undefined ? {} : { paths }),
    ...(isGate === undefined ? {} : { isGate }),
    ...(nightlyAt === undefined
      ? {}
      : { nightlyMinute: nightlyAt === null ? null : minuteOfDay(nightlyAt) }),
  }
}
