import type { z } from 'zod'
import type { TestInput } from '@/lib/memory-tests/checked-test'
import { minuteOfDay } from '@/lib/memory-tests/model/time-of-day'
import type { createTestBody, updateTestBody } from './memory-test-schemas'

/** A test as a body says it. */
export function testOfBody(body: z.output<typeof createTestBody>): TestInput {
  const { when, tool_set: toolSet, system, ...said } = body
  return { ...said, ...agentOfBody({ toolSet, system }), when: timesOfBody(when) }
}

/** The changes of a test in a body; what it leaves out stays. */
export function testChangeOfBody(body: z.output<typeof updateTestBody>): Partial<TestInput> {
  const { when, tool_set: toolSet, system, ...said } = body
  return {
    ...said,
    ...agentOfBody({ toolSet, system }),
    ...(when && { when: timesOfBody(when) }),
  }
}

function agentOfBody({
  toolSet,
  system,
}: {
  toolSet: TestInput['toolSet']
  system: string | null | undefined
}): Pick<TestInput, 'toolSet' | 'instructions'> {
  return {
    ...(toolSet === undefined ? {} : { toolSet }),
    ...(system === undefined ? {} : { instructions: system ?? '' }),
  }
}

function timesOfBody(
  when: z.output<typeof createTestBody>['when'],
): NonNullable<TestInput['when']> {
  const { paths, nightly_at: nightlyAt, is_gate: isGate, bisects_itself: bisects } = when ?? {}
  return {
    ...(paths === undefined ? {} : { paths }),
    ...(isGate === undefined ? {} : { isGate }),
    ...(bisects === undefined ? {} : { bisectsItself: bisects }),
    ...(nightlyAt === undefined
      ? {}
      : { nightlyMinute: nightlyAt === null ? null : minuteOfDay(nightlyAt) }),
  }
}
