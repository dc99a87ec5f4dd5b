'use server'

import { z } from 'zod'
import { PERSON } from '@/components/commands/attempt'
import { storePages } from '@/components/commands/shown-on'
import { TOOL_SETS } from '@/lib/agent/session-settings'
import { database } from '@/lib/db/open-database'
import {
  cancelTestBisection,
  startTestBisection,
} from '@/lib/memory-tests/bisections/start-test-bisection'
import { createTest, deleteTest, updateTest } from '@/lib/memory-tests/change-tests'
import { isUnderWay } from '@/lib/memory-tests/model/memory-test'
import { minuteOfDay } from '@/lib/memory-tests/model/time-of-day'
import { verdictRuleSchema } from '@/lib/memory-tests/model/verdict'
import { listTests } from '@/lib/memory-tests/read-tests'
import { cancelTestRun, requireModelsOfTest, startTestRun } from '@/lib/memory-tests/start-run'
import { checkSchema } from '@/lib/replay/model/check'
import { testCommand } from './test-command'

const one = z.object({ storeId: z.string(), testId: z.string() })

const written = z.object({
  storeId: z.string(),
  /** null: it is new */
  testId: z.string().nullable(),
  name: z.string(),
  messages: z.array(z.string()),
  checks: z.array(checkSchema),
  model: z.string(),
  paths: z.array(z.string()),
  /** `02:30`, UTC; '': not by the clock */
  nightlyAt: z.string().regex(/^(\d{2}:\d{2})?$/),
  isGate: z.boolean(),
  bisectsItself: z.boolean().nullable(),
  access: z.enum(['read_write', 'read_only']),
  instructions: z.string(),
  toolSet: z.enum(TOOL_SETS),
  verdict: verdictRuleSchema,
})

/** Saves a test; its id. */
export const saveTestAction = testCommand(written, async (input) => {
  const { storeId, testId, paths, nightlyAt, isGate, bisectsItself, ...said } = input
  const by = PERSON.actor
  const when = {
    paths: paths.length === 0 ? null : paths,
    nightlyMinute: nightlyAt === '' ? null : minuteOfDay(nightlyAt),
    ...{ isGate, bisectsItself },
  }
  const test = { ...said, when }
  const saved =
    testId === null
      ? await createTest(database(), { storeId, test, by })
      : await updateTest(database(), { storeId, testId, change: test })
  return saved.id
})

/** Deletes a test with its runs. */
export const deleteTestAction = testCommand(one, async (test) => {
  await deleteTest(database(), test)
  return null
})

/** Runs a test against its store as it is now. */
export const runTestAction = testCommand(
  one,
  async (test) => {
    await requireModelsOfTest(database(), test)
    await startTestRun(database(), { ...test, startedFor: 'person', by: PERSON.actor })
    return null
  },
  storePages,
)

const store = z.object({ storeId: z.string() })

/** Runs all tests of a store. */
export const runAllTestsAction = testCommand(
  store,
  async ({ storeId }) => {
    for (const { test } of await listTests(database(), { storeId, runsOfEach: 1 })) {
      const asked = { storeId, testId: test.id }
      await startTestRun(database(), { ...asked, startedFor: 'person', by: PERSON.actor })
    }
    return null
  },
  storePages,
)

/** Stops every run of a store's tests that is under way. */
export const stopTestsAction = testCommand(
  store,
  async ({ storeId }) => {
    for (const { runs } of await listTests(database(), { storeId, runsOfEach: 10 })) {
      for (const { id, status } of runs) if (isUnderWay(status)) await cancelTestRun(database(), id)
    }
    return null
  },
  storePages,
)

/** Starts the search for the change since which a test goes as it does; its id. */
export const startTestBisectionAction = testCommand(one, (asked) =>
  startTestBisection(database(), { ...asked, by: PERSON.actor }),
)

/** Stops such a search; its answers stay. */
export const stopTestBisectionAction = testCommand(
  one.extend({ bisectionId: z.string() }),
  async ({ bisectionId }) => {
    await cancelTestBisection(database(), bisectionId)
    return null
  },
  storePages,
)
