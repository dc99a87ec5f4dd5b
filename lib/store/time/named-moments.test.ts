import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { applyMoment } from '../undo/apply-moment'
import { createStore } from '../stores/change-stores'
import { listNamedMoments, nameMoment, unnameMoment } from './named-moments'
import { receiptOf, redactText } from '../redaction/redact-text'

const cause = { actor: { type: 'user' as const, id: 'user_local' } }

onBothDatabases((current) => {
  const setUp = async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Named' })
    // Each at its own time: what is written within a millisecond is one moment.
    const at = 1_700_000_000_000
    for (const [index, path] of ['/a', '/b'].entries()) {
      const steps = [{ op: 'write' as const, path, content: 'x' }]
      await applyMoment(db, { storeId, at: at + index, batch: null, steps, cause })
    }
    const names = async () =>
      (await listNamedMoments(db, storeId)).map(({ sequence, name }) => [sequence, name])
    return { db, storeId, names, at }
  }

  test('a moment can be named, renamed and unnamed', async () => {
    const { db, storeId, names, at } = await setUp()
    const named = await nameMoment(db, { storeId, sequence: 1, name: ' before release ', cause })
    expect(named).toEqual({ sequence: 1, name: 'before release', at, namedBy: cause.actor })
    await nameMoment(db, { storeId, sequence: 0, name: 'empty', cause })
    expect(await names()).toEqual([
      [1, 'before release'],
      [0, 'empty'],
    ])
    await nameMoment(db, { storeId, sequence: 1, name: '출시 전', cause })
    await unnameMoment(db, { storeId, sequence: 0 })
    await unnameMoment(db, { storeId, sequence: 2 })
    expect(await names()).toEqual([[1, '출시 전']])
  })

  test('a named moment knows how many changes came after it', async () => {
    const { db, storeId } = await setUp()
    for (const sequence of [0, 1, 2]) {
      await nameMoment(db, { storeId, sequence, name: `after ${sequence}`, cause })
    }
    const listed = await listNamedMoments(db, storeId)
    expect(listed.map(({ sequence, changesSince }) => [sequence, changesSince])).toEqual([
      [2, 0],
      [1, 1],
      [0, 2],
    ])
  })

  test('a name belongs to one moment, even if two choose it at once', async () => {
    const { db, storeId, names } = await setUp()
    // The first rounds only open connections.
    for (const name of Array.from({ length: 10 }, (_, round) => `round ${round}`)) {
      const outcomes = await Promise.allSettled(
        [1, 2].map((sequence) => nameMoment(db, { storeId, sequence, name, cause })),
      )
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const owner = (await names()).find(([, each]) => each === name)?.[0]
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { problem: { kind: 'moment_name_taken', name, sequence: owner } },
      })
    }
  })

  test('redaction reaches the names, even if two become the same', async () => {
    const { db, storeId, names } = await setUp()
    await nameMoment(db, { storeId, sequence: 1, name: 'with sk-live-4f9c', cause })
    await nameMoment(db, { storeId, sequence: 2, name: 'with [gone]', cause })
    const { finished } = await redactText(db, {
      text: 'sk-live-4f9c',
      replacement: '[gone]',
      cause,
    })
    expect(receiptOf(await finished)).toMatchObject({ rewrittenRemarks: 1 })
    expect(await names()).toEqual([
      [2, 'with [gone]'],
      [1, 'with [gone]'],
    ])
  })

  test('a name is not empty, and not too long', async () => {
    const { db, storeId } = await setUp()
    for (const name of ['  ', 'x'.repeat(121)]) {
      await expect(nameMoment(db, { storeId, sequence: 1, name, cause })).rejects.toMatchObject({
        problem: { kind: 'invalid_input', field: 'name' },
      })
    }
  })
})
