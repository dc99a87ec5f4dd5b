import { describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { answeredTurn, modelThat } from '@/tests/support/answered-turns'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { answersCaused } from './answers-caused'
import { getCause } from './get-cause'
import { cancelReplay } from './replay-head'
import { replaysFinished } from './run-replays'
import { startCause } from './start-cause'
import { startParts } from './start-parts'

const server = modelServer()
const CHECK = { type: 'contains', text: 'on fridays' }
const byLine = (sent: string) => (sent.includes('on Fridays') ? 'On Fridays.' : 'No idea.')
const lines = Array.from({ length: 12 }, (_, index) => `Line ${index}.`).join('\n')
const FILES = { '/deploy.md': `${lines}\nDeploys go out on Fridays.\n`, '/other.md': 'Nothing.\n' }

/** A search that found the memory behind an answer, and the store of that memory. */
async function searched(db: Database) {
  const turn = await answeredTurn(db, modelThat(server, byLine), FILES)
  const id = await startCause(db, { ...turn, check: CHECK, by: LOCAL_USER_ACTOR })
  await replaysFinished()
  return { id, storeId: turn.storeId }
}

/** Turns what a search found into what it would find where this is all that can be told. */
async function withVerdict(db: Database, id: string, verdict: string): Promise<void> {
  await db.write((tx) =>
    tx.run('UPDATE replays SET result = replace(result, ?, ?) WHERE id = ?', [
      ...['"verdict":"caused"', `"verdict":"${verdict}"`],
      id,
    ]),
  )
  const result = (await getCause(db, id))?.result
  expect(result).toMatchObject({ verdict, causes: [{ lines: [13, 13] }] })
}

onBothDatabases((current) => {
  describe('answers that a store’s memories caused', () => {
    test('have those of a search that was stopped once it had found the memory', async () => {
      const db = current()
      let stop: (() => Promise<unknown>) | null = null
      const model = modelThat(server, (sent) => {
        // Only the search among lines shows a part of the memory.
        if (sent.includes('Line 0.') !== sent.includes('Line 11.')) void stop?.()
        return byLine(sent)
      })
      const turn = await answeredTurn(db, model, FILES)
      const id = await startCause(db, { ...turn, check: CHECK, by: LOCAL_USER_ACTOR })
      stop = () => cancelReplay(db, id)
      await replaysFinished()
      const stopped = await getCause(db, id)
      expect(stopped).toMatchObject({ state: 'canceled', result: { verdict: 'caused' } })
      const { ofMemory, answers } = await answersCaused(db, turn.storeId)
      const memoryIds = stopped?.result?.causes.map(({ memoryId }) => memoryId) ?? []
      expect([...ofMemory]).toEqual(memoryIds.map((memoryId) => [memoryId, 1]))
      // It was not searched to the end, so it says nothing of the other memories.
      expect(answers).toBe(0)
    })

    test('have those to which a memory contributed', async () => {
      const db = current()
      const { id, storeId } = await searched(db)
      await withVerdict(db, id, 'contributes')
      const { ofMemory, answers } = await answersCaused(db, storeId)
      expect({ memories: ofMemory.size, answers }).toEqual({ memories: 1, answers: 1 })
    })

    test('count an answer as looked into whose search went on for all that add a little, and was stopped', async () => {
      const db = current()
      const { id, storeId } = await searched(db)
      await withVerdict(db, id, 'contributes')
      const seen = (await getCause(db, id))?.usage.requests ?? 0
      expect(await startParts(db, { id, seen, answers: 100 })).toBe(true)
      await cancelReplay(db, id)
      await replaysFinished()
      expect((await getCause(db, id))?.state).toBe('canceled')
      expect((await answersCaused(db, storeId)).answers).toBe(1)
    })

    test.each(['undecided', 'unstable'])('have none of a search that is %s', async (verdict) => {
      const db = current()
      const { id, storeId } = await searched(db)
      await withVerdict(db, id, verdict)
      const { ofMemory, answers } = await answersCaused(db, storeId)
      expect({ memories: ofMemory.size, answers }).toEqual({ memories: 0, answers: 0 })
    })

    test('count an answer as looked into that no memory caused', async () => {
      const db = current()
      const turn = await answeredTurn(
        db,
        modelThat(server, () => 'On Fridays.'),
        FILES,
      )
      await startCause(db, { ...turn, check: CHECK, by: LOCAL_USER_ACTOR })
      await replaysFinished()
      const { ofMemory, answers } = await answersCaused(db, turn.storeId)
      expect({ memories: ofMemory.size, answers }).toEqual({ memories: 0, answers: 1 })
    })
  })
})
