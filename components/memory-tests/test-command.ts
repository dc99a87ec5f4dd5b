import 'server-only'
import type { z } from 'zod'
import type { ActionResult } from '@/components/commands/action-result'
import { attempt } from '@/components/commands/attempt'
import { commandWith } from '@/components/commands/command'
import type { ShownOn } from '@/components/commands/shown-on'
import { texts } from '@/components/i18n/server-texts'
import { MemoryTestError, type MemoryTestProblem } from '@/lib/memory-tests/problems'
import { ReplayError } from '@/lib/replay/problems'

/** Like `command`, with the refusals of memory tests. */
export function testCommand<Schema extends z.ZodType, Value>(
  schema: Schema,
  work: (input: z.output<Schema>) => Promise<Value>,
  shownOn: ShownOn<z.output<Schema>, Value> = () => null,
): (input: z.input<Schema>) => Promise<ActionResult<Value>> {
  return commandWith(attemptOfTest, schema, work, shownOn)
}

async function attemptOfTest<Value>(work: () => Promise<Value>): Promise<ActionResult<Value>> {
  try {
    return await attempt(work)
  } catch (error) {
    if (error instanceof MemoryTestError) {
      return { isDone: false, why: await problemWords(error.problem) }
    }
    if (error instanceof ReplayError && error.problem.kind === 'moment_before_store') {
      return { isDone: false, why: (await texts())('MemoryTests.refused_moment') }
    }
    if (error instanceof ReplayError && error.problem.kind === 'no_change_between') {
      return { isDone: false, why: (await texts())('MemoryTests.sinceNoChange') }
    }
    if (error instanceof ReplayError && error.problem.kind === 'model_gone') {
      return { isDone: false, why: (await texts())('WhyRefused.model_gone') }
    }
    throw error
  }
}

async function problemWords(problem: MemoryTestProblem): Promise<string> {
  const t = await texts()
  if (problem.kind === 'too_many_tests') {
    return t('MemoryTests.refused_too_many', { maximum: problem.maximum })
  }
  if (problem.kind === 'gates_hold') return t('Gate.holds')
  if (problem.kind !== 'invalid_test') return t('MemoryTests.refused_gone')
  const [field] = problem.field.split('.')
  switch (field) {
    case 'name':
    case 'messages':
    case 'checks':
    case 'model':
      return t(`MemoryTests.invalid_${field}`)
  }
  return t('MemoryTests.invalid')
}
