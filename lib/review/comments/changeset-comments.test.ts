import { describe, expect, test } from 'vitest'
import { compactionFinished } from '@/lib/store/background/compaction'
import { changesetChanges } from '@/lib/store/changes/changeset-changes'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { redactVersion } from '@/lib/store/redaction/redact-version'
import { onBothDatabases } from '@/tests/support/databases'
import { addComment, commentOnHunk, type CommentOnHunkInput, updateComment } from './write-comments'
import { examineAll } from '../background/examiner'
import {
  changesetComments,
  countOpenComments,
  commentedVersions,
  commentsState,
} from './changeset-comments'
import { changesetMemories } from '../changesets/changeset-memories'
import { listChangesets } from '../changesets/list-changesets'
import { getComment } from './read-comments'
import { hunkId } from '../model/hunk'

/** Comments as a changeset's page shows and makes them (review page, State that survives). */

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const AGENT: Cause = { actor: { type: 'session', id: 'sesn_agent' } }

onBothDatabases((current) => {
  /** A memory of a person in which an agent replaced the second line. */
  const setUp = async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Notes' })
    const content = 'one\ntwo\nthree\n'
    const made = await createMemory(db, { storeId, path: '/a', content, cause: PERSON })
    const memoryId = made.id
    const write = async (text: string, cause = AGENT) => {
      const { versionId } = await updateMemory(db, { storeId, memoryId, content: text, cause })
      await examineAll(db)
      return versionId
    }
    const written = await write('one\nTWO\nthree\n')
    const [changeset] = (await listChangesets(db, { storeId, limit: 1 })).changesets
    const changesetId = changeset?.id ?? ''
    const firstHunk = async () => {
      const [memory] = await changesetMemories(db, changesetId)
      const [hunk] = memory?.hunks ?? []
      if (!memory || !hunk) throw new Error('no hunk')
      return hunkId({ ...hunk, memoryId, through: memory.through })
    }
    const shownHunk = await firstHunk()
    const comment = (more: Partial<CommentOnHunkInput> = {}) =>
      commentOnHunk(db, {
        changesetId,
        hunkId: shownHunk,
        side: 'after',
        lines: { from: 2, to: 2 },
        text: 'Why?',
        disposition: 'question',
        by: LOCAL_USER_ACTOR,
        ...more,
      })
    const shown = async () => {
      const memories = (await changesetMemories(db, changesetId)).map(({ memoryKey }) => ({
        memoryKey,
      }))
      const changes = await changesetChanges(db, { storeId, changesetId, memories })
      return (await changesetComments(db, { changesetId, changes })).get(memoryId) ?? []
    }
    return {
      db,
      storeId,
      memoryId,
      first: made.versionId,
      written,
      changesetId,
      write,
      comment,
      shown,
    }
  }

  describe('a comment on a hunk', () => {
    test('on added lines is on the agent’s version, in the changeset’s review', async () => {
      const { db, written, changesetId, comment, shown } = await setUp()
      const id = await comment()
      expect(await getComment(db, id)).toMatchObject({
        versionId: written,
        changesetId,
        lines: { from: 2, to: 2 },
      })
      expect(await shown()).toMatchObject([
        { comment: { id }, place: { side: 'after', lines: { from: 2, to: 2 } }, was: null },
      ])
    })

    test('on removed lines is on the version that had them, and stands among them', async () => {
      const { db, first, comment, shown } = await setUp()
      const id = await comment({ side: 'before' })
      expect(await getComment(db, id)).toMatchObject({ versionId: first })
      expect(await shown()).toMatchObject([
        { comment: { id }, place: { side: 'before', lines: { from: 2, to: 2 } }, was: null },
      ])
    })

    test('is on what was shown, though the agent wrote again meanwhile', async () => {
      const { db, written, write, comment, shown } = await setUp()
      await write('zero\none\nTWO\nthree\n')
      const id = await comment()
      expect(await getComment(db, id)).toMatchObject({ versionId: written })
      expect(await shown()).toMatchObject([{ place: { side: 'after', lines: { from: 3, to: 3 } } }])
    })

    test('stands outside of the hunks, with its lines, once these are in neither text', async () => {
      const { write, comment, shown } = await setUp()
      await comment()
      await write('one\n2\nthree\n')
      expect(await shown()).toMatchObject([{ place: null, was: 'TWO' }])
    })

    test('of a redacted version keeps only what was said', async () => {
      const { db, storeId, written, write, comment, shown } = await setUp()
      await comment()
      await write('one\n2\nthree\n')
      await redactVersion(db, { storeId, versionId: written, cause: PERSON })
      await compactionFinished(db)
      expect(await shown()).toMatchObject([
        { place: null, was: null, comment: { remarks: [{ text: 'Why?' }] } },
      ])
    })

    test.each<[string, Partial<CommentOnHunkInput>, string]>([
      ['a changeset', { changesetId: 'chgset_none' }, 'changeset_not_found'],
      ['a hunk', { hunkId: 'mem_none.1.lines.0.1.0.1' }, 'hunk_not_found'],
      ['lines', { lines: { from: 4, to: 4 } }, 'lines_not_there'],
      ['removed lines', { side: 'before', lines: { from: 9, to: 9 } }, 'lines_not_there'],
    ])('is refused on %s that is not there', async (_what, wrong, kind) => {
      const { comment } = await setUp()
      await expect(comment(wrong)).rejects.toMatchObject({ problem: { kind } })
    })
  })

  test('open comments of other reviews are shown too, resolved ones are not', async () => {
    const { db, storeId, first, shown } = await setUp()
    const lines = { from: 1, to: 1 }
    const said = { storeId, versionId: first, lines, text: 'x', disposition: 'note' } as const
    const open = await addComment(db, { ...said, by: LOCAL_USER_ACTOR })
    const resolved = await addComment(db, { ...said, by: LOCAL_USER_ACTOR })
    await updateComment(db, { commentId: resolved, status: 'resolved', by: LOCAL_USER_ACTOR })
    expect((await shown()).map(({ comment }) => comment.id)).toEqual([open])
  })

  test('the state of what is said follows comments, replies, edits and resolving, and nothing else', async () => {
    const { db, changesetId, write, comment } = await setUp()
    const by = LOCAL_USER_ACTOR
    const states = [await commentsState(db, changesetId)]
    const commentId = await comment()
    states.push(await commentsState(db, changesetId))
    const updates = [{ reply: 'Because.' }, { text: 'Why so?' }, { status: 'resolved' }] as const
    for (const update of updates) {
      await updateComment(db, { commentId, by, ...update })
      states.push(await commentsState(db, changesetId))
    }
    await write('one\nTWO\nthree\nfour\n')
    expect(new Set(states).size).toBe(states.length)
    expect(await commentsState(db, changesetId)).toBe(states.at(-1))
  })

  test('comments are counted by the version on which they were made', async () => {
    const { db, memoryId, first, written, comment } = await setUp()
    await comment()
    await comment({ side: 'before' })
    const counts = await commentedVersions(db, memoryId)
    expect(counts).toEqual(
      new Map([
        [first, 1],
        [written, 1],
      ]),
    )
  })

  test('open comments are counted by memory', async () => {
    const { db, changesetId, comment } = await setUp()
    const [memory] = await changesetMemories(db, changesetId)
    const memoryKey = memory?.memoryKey ?? 0
    await comment()
    const commentId = await comment()
    expect(await countOpenComments(db, [memoryKey])).toEqual(new Map([[memoryKey, 2]]))
    await updateComment(db, { commentId, status: 'resolved', by: LOCAL_USER_ACTOR })
    expect(await countOpenComments(db, [memoryKey])).toEqual(new Map([[memoryKey, 1]]))
  })
})
