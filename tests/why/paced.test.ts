import { setImmediate } from 'node:timers/promises'
import { expect } from 'vitest'
import { fillStore, textOf } from '@/bench/fill'
import { getStore } from '@/lib/store/stores'
import { logWithout, repeatedIn } from '@/lib/why/hide'
import { NOTHING_HIDDEN, Past, Scratch } from '@/lib/why/scratch'
import { describe, test } from '@/tests/support/fixtures'
import { agent, attached, call, logOf, person, result } from '@/tests/support/session-log'

/** How often others had a turn while this went on. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let isDone = false
  void work.then(() => (isDone = true))
  let turns = 0
  for (; !isDone; turns++) await setImmediate()
  return turns
}

const LEFT = new Error('left')

describe('everybody else is let in', () => {
  test('while a long conversation is looked through, which ends when its caller leaves', async () => {
    const line = 'Deploys go out on Fridays, never later.'
    const said = Array.from({ length: 1_000 }, (_, at) => [
      person(textOf(at, 1_500)),
      { ...agent(`${textOf(at, 500)}${at === 700 ? line : ''}`), id: `answer${at}` },
    ])
    const log = logOf(...said.flat())
    const looking = repeatedIn(log, [line])
    expect(await turnsDuring(looking)).toBeGreaterThan(5)
    expect(await looking).toEqual(['answer700'])
    await expect(repeatedIn(log, [line], AbortSignal.abort(LEFT))).rejects.toBe(LEFT)
  })

  test('while many calls on a large store are made again, and many memories written', async () => {
    const storeId = await fillStore({ memories: 1_000, versions: 1, bytes: 100 })
    const { lastSequence: sequence, name } = await getStore(storeId)
    const states = [{ storeId, sequence }]
    const past = new Past()
    const heads = await past.heads({ storeId, sequence })
    await past.texts(heads.map(({ versionId }) => versionId))
    const mounts = [{ storeId, title: name, name: 'notes', isReadOnly: false, most: 10_000 }]
    const seen = [{ memory_store_id: storeId, sequence }]
    const calls = heads.flatMap(({ path }, at) => [
      call(`c${at}`, { input: { command: 'view', path: `/memories${path}` } }),
      { ...result(`c${at}`), seen },
    ])
    const log = logOf(person('Begin'), ...calls)
    const stores = [attached(storeId)]
    const room = { sessionId: 's', stores, toolSet: 'memory' as const, mounts, past, states }
    const hidden = { ...NOTHING_HIDDEN, memories: new Set([heads[0]?.memoryId ?? '']) }
    expect(await turnsDuring(logWithout(log, hidden, room))).toBeGreaterThan(5)
    await expect(logWithout(log, hidden, room, AbortSignal.abort(LEFT))).rejects.toBe(LEFT)
    const scratch = await Scratch.at(past, states, NOTHING_HIDDEN)
    const moves = heads.map(({ path, sha256: expected }) => {
      return { op: 'rename' as const, from: path, path: `/moved${path}`, expected }
    })
    expect(await turnsDuring(scratch.apply(storeId, moves))).toBeGreaterThan(5)
  })
})
