import { describe, expect, test } from 'vitest'
import { compactionAt } from '@/lib/agent/compaction-at'
import { runsFinished } from '@/lib/agent/run-sessions'
import { sendEvents } from '@/lib/agent/send-events'
import { SUMMARY_SECTIONS } from '@/lib/context/summary-sections'
import type { Database } from '@/lib/db/database'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { say as words } from '@/tests/support/scripted-model-server'
import { eventsOf, eventsOfType, say, sessionWith } from '@/tests/support/sessions'

const server = modelServer()

const answer = { parts: [words('Yes.')] }
const summary = (...quotes: string[]) => ({
  parts: [
    words(
      SUMMARY_SECTIONS.map(({ title }) => `## ${title}\n\n${quotes.join('\n') || 'None.'}`).join(
        '\n\n',
      ),
    ),
  ],
})
const SAVES_NOTHING = { context: { compaction: { savesFirst: false } } }

/** A session with messages before each of these summaries. */
async function summarised(
  db: Database,
  model: string,
  rounds: { says: string[]; summary: ReturnType<typeof summary> }[],
) {
  const { sessionId } = await sessionWith(db, model, {}, SAVES_NOTHING)
  for (const round of rounds) {
    server.script(model, [...round.says.map(() => answer), round.summary])
    for (const text of round.says) await say(db, sessionId, text)
    await sendEvents(db, sessionId, [{ type: 'user.compaction', instructions: '' }])
    await runsFinished()
  }
  const compactions = await eventsOfType(db, sessionId, 'agent.thread_context_compacted')
  return { sessionId, ids: compactions.map(({ id }) => id) }
}

onBothDatabases((current) => {
  describe('a compaction being inspected', () => {
    test('shows all that was said before it, and which of the person’s messages it quotes', async () => {
      const { sessionId, ids } = await summarised(current(), 'looked-at', [
        { says: ['Use port 8080', 'Then stop'], summary: summary('> Use port 8080') },
      ])
      const at = await compactionAt(current(), { sessionId, eventId: ids[0] ?? '', limit: 100 })
      const events = await eventsOf(current(), sessionId)
      const index = events.findIndex(({ id }) => id === ids[0])
      expect(at).toMatchObject({
        previousId: null,
        hasMore: false,
        said: { total: 2, verbatim: 1, missing: ['Then stop'] },
      })
      expect(at?.events).toEqual(events.slice(0, index))
    })

    test('begins where the one before it ended', async () => {
      const { sessionId, ids } = await summarised(current(), 'looked-at-twice', [
        { says: ['First'], summary: summary('First') },
        { says: ['Second'], summary: summary() },
      ])
      const at = await compactionAt(current(), { sessionId, eventId: ids[1] ?? '', limit: 100 })
      expect(at).toMatchObject({ previousId: ids[0], said: { total: 1, missing: ['Second'] } })
      const said = at?.events.flatMap((event) => (event.type === 'user.message' ? event.texts : []))
      expect(said).toEqual(['Second'])
    })

    test('returns the newest events up to the limit, and counts the messages of all', async () => {
      const { sessionId, ids } = await summarised(current(), 'looked-at-briefly', [
        { says: ['One', 'Two', 'Three'], summary: summary('One', 'Two', 'Three') },
      ])
      const eventId = ids[0] ?? ''
      const whole = await compactionAt(current(), { sessionId, eventId, limit: 100 })
      const part = await compactionAt(current(), { sessionId, eventId, limit: 3 })
      expect(part).toMatchObject({ hasMore: true, said: { total: 3, verbatim: 3 } })
      expect(part?.events).toEqual(whole?.events.slice(-3))
    })

    test('is nothing if the event is another one', async () => {
      const { sessionId } = await summarised(current(), 'not-looked-at', [])
      await expect(
        compactionAt(current(), { sessionId, eventId: 'sevt_none', limit: 1 }),
      ).resolves.toBeNull()
    })
  })
})
