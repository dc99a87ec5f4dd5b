import { describe, expect, test } from 'vitest'
import { contextHistory } from '@/lib/agent/context-history'
import { contextOverview } from '@/lib/agent/context-overview'
import { listContextEvents } from '@/lib/agent/list-context-events'
import { runsFinished } from '@/lib/agent/run-sessions'
import { sendEvents } from '@/lib/agent/send-events'
import { NO_USAGE } from '@/lib/agent/session-event'
import { SUMMARY_SECTIONS } from '@/lib/context/summary-sections'
import type { Database } from '@/lib/db/database'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { type ModelServer, say as words } from '@/tests/support/scripted-model-server'
import { say, sessionWith } from '@/tests/support/sessions'

const server = modelServer()

let names = 0
const modelOf = (...steps: Parameters<ModelServer['script']>[1]) => {
  const model = `overview-${++names}`
  server.script(model, steps)
  return model
}

const answer = (input: number, output: number, cached = 0) => ({
  parts: [words('Yes.')],
  usage: { input_tokens: input, output_tokens: output, cache_read_input_tokens: cached },
})

const SUMMARY = SUMMARY_SECTIONS.map(({ title }) => `## ${title}\nNone.`).join('\n\n')
const SAVES_NOTHING = { context: { compaction: { savesFirst: false } } }

async function summarise(db: Database, sessionId: string): Promise<void> {
  await sendEvents(db, sessionId, [{ type: 'user.compaction', instructions: '' }])
  await runsFinished()
}

onBothDatabases((current) => {
  describe('the contexts of all sessions', () => {
    test('are zero without sessions', async () => {
      const { totals, largest } = await contextOverview(current(), { largest: 5 })
      expect(totals).toMatchObject({ ...NO_USAGE, sessions: 0, compactions: 0, savedTokens: 0 })
      expect(largest).toEqual([])
    })

    test('are summed, with the heaviest users first, up to the limit', async () => {
      const small = await sessionWith(current(), modelOf(answer(10, 1)))
      const large = await sessionWith(current(), modelOf(answer(500, 20, 300), answer(40, 5, 700)))
      const middle = await sessionWith(current(), modelOf(answer(100, 2)))
      await sessionWith(current(), modelOf())
      await say(current(), small.sessionId, 'Hello')
      await say(current(), large.sessionId, 'Hello')
      await say(current(), large.sessionId, 'And?')
      await say(current(), middle.sessionId, 'Hello')

      const { totals, largest } = await contextOverview(current(), { largest: 2 })
      expect(totals).toMatchObject({
        sessions: 4,
        requests: 4,
        inputTokens: 650,
        outputTokens: 28,
        cacheReadTokens: 1_000,
        cacheCreationTokens: 0,
      })
      expect(largest.map(({ sessionId }) => sessionId)).toEqual([large.sessionId, middle.sessionId])
      expect(largest[0]).toMatchObject({ inputTokens: 540, cacheReadTokens: 1_000 })
    })

    test('count compactions and failures, with their cost', async () => {
      const whole = { parts: [words(SUMMARY)], usage: { input_tokens: 900, output_tokens: 80 } }
      const empty = { parts: [words('Well.')], usage: { input_tokens: 900, output_tokens: 3 } }
      const one = await sessionWith(current(), modelOf(answer(9_000, 5), whole), {}, SAVES_NOTHING)
      const other = await sessionWith(current(), modelOf(answer(800, 5), empty), {}, SAVES_NOTHING)
      for (const { sessionId } of [one, other]) {
        await say(current(), sessionId, 'Hello')
        await summarise(current(), sessionId)
      }

      const { totals } = await contextOverview(current(), { largest: 5 })
      expect(totals).toMatchObject({
        compactions: 1,
        failures: 1,
        inputTokens: 11_600,
        outputTokens: 93,
      })
      expect(totals.savedTokens).toBeGreaterThan(5_000)
    })
  })

  test('a session’s history comes from its own log, with the cost of a summary', async () => {
    const whole = { parts: [words(SUMMARY)], usage: { input_tokens: 900, output_tokens: 80 } }
    const model = modelOf(answer(9_000, 5), whole)
    const { sessionId } = await sessionWith(current(), model, { '/a.md': 'one\n' }, SAVES_NOTHING)
    await say(current(), sessionId, 'Hello')
    await summarise(current(), sessionId)
    const { requests, happenings } = contextHistory(await listContextEvents(current(), sessionId))
    expect(requests).toMatchObject([{ inputTokens: 9_000, isMeasured: true, purpose: 'answer' }])
    expect(happenings).toMatchObject([
      { kind: 'reminder' },
      {
        kind: 'compaction',
        cause: 'asked',
        tokensBefore: 9_005,
        usage: { inputTokens: 900, outputTokens: 80 },
      },
    ])
  })
})
