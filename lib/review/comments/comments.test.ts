import { describe, expect, test } from 'vitest'
import { compactionFinished } from '@/lib/store/background/compaction'
import { createMemory, removeMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore, deleteStore, purgeDeletedStores } from '@/lib/store/stores/change-stores'
import { type Actor, type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { movePath } from '@/lib/store/memories/change-paths'
import { redactText } from '@/lib/store/redaction/redact-text'
import { redactVersion } from '@/lib/store/redaction/redact-version'
import { restoreVersion } from '@/lib/store/versions/restore-version'
import { onBothDatabases } from '@/tests/support/databases'
import { addComment, type AddCommentInput, removeComment, updateComment } from './write-comments'
import { examineAll } from '../background/examiner'
import { changesetMemories } from '../changesets/changeset-memories'
import { decideHunks } from '../decisions/decide-hunks'
import { getChangeset, listChangesets } from '../changesets/list-changesets'
import { getComment, listComments } from './read-comments'
import { hunkId } from '../model/hunk'
import { placeCommentsNow } from './place-comments'

/** Comments on lines (review page, Terms; State that survives; Whose turn). */

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const OTHER: Actor = { type: 'user', id: 'user_1111111111111111111Other' }
const session = (id: string): Cause => ({ actor: { type: 'session', id: `sesn_${id}` } })
const AGENT = session('agent')

const TEXT = 'one\ntwo\nthree\nfour\n'

onBothDatabases((current) => {
  /** A memory of a person, and an agent that changes it. */
  const setUp = async (cause = PERSON) => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Notes' })
    const made = { storeId, path: '/a', content: TEXT, cause }
    const { id: memoryId, versionId } = await createMemory(db, made)
    const comment = (more: Partial<AddCommentInput> = {}) =>
      addComment(db, {
        storeId,
        versionId,
        lines: { from: 2, to: 3 },
        text: 'These are wrong.',
        disposition: 'fix',
        by: LOCAL_USER_ACTOR,
        ...more,
      })
    const write = async (content: string, by: Cause = AGENT) => {
      await updateMemory(db, { storeId, memoryId, content, cause: by })
      await examineAll(db)
    }
    const placeOf = async (id: string) => {
      const found = await getComment(db, id)
      return (await placeCommentsNow(db, [found])).get(id)
    }
    const isAnswered = async (id: string) => (await getComment(db, id)).answeredBy !== null
    return { db, storeId, memoryId, versionId, comment, write, placeOf, isAnswered }
  }

  describe('a comment', () => {
    test('follows its lines through growth, renames and restores', async () => {
      const { db, storeId, versionId, comment, write, placeOf } = await setUp()
      const id = await comment()
      expect(await placeOf(id)).toEqual({ lines: { from: 2, to: 3 }, was: null })
      await write(`zero\n${TEXT}five\n`)
      await movePath(db, { storeId, path: '/a', newPath: '/b', cause: PERSON })
      expect(await placeOf(id)).toEqual({ lines: { from: 3, to: 4 }, was: null })
      expect(await getComment(db, id)).toMatchObject({ path: '/b' })
      await write('one\ntwo\nfour\n')
      expect(await placeOf(id)).toEqual({ lines: null, was: 'two\nthree' })
      await restoreVersion(db, { storeId, versionId, cause: PERSON })
      expect(await placeOf(id)).toEqual({ lines: { from: 2, to: 3 }, was: null })
    })

    test('stays with its lines when the memory is deleted', async () => {
      const { db, storeId, memoryId, comment, placeOf } = await setUp()
      const id = await comment()
      await removeMemory(db, { storeId, memoryId, cause: PERSON })
      expect(await placeOf(id)).toEqual({ lines: null, was: 'two\nthree' })
    })

    test('of a redacted version keeps only what was said', async () => {
      const { db, storeId, versionId, comment, write, placeOf } = await setUp()
      const id = await comment()
      await write(`${TEXT}five\n`)
      await redactVersion(db, { storeId, versionId, cause: PERSON })
      await compactionFinished(db)
      expect(await placeOf(id)).toEqual({ lines: null, was: null })
      expect((await getComment(db, id)).remarks).toMatchObject([{ text: 'These are wrong.' }])
    })

    test('loses a text that is redacted', async () => {
      const { db, comment } = await setUp()
      const id = await comment({ text: 'The key is sk-of-nobody.' })
      await updateComment(db, { commentId: id, by: OTHER, reply: 'sk-of-nobody? Take it out.' })
      const { finished } = await redactText(db, {
        text: 'sk-of-nobody',
        replacement: '[redacted]',
        cause: PERSON,
      })
      await finished
      const { remarks } = await getComment(db, id)
      expect(remarks.map(({ text }) => text)).toEqual([
        'The key is [redacted].',
        '[redacted]? Take it out.',
      ])
    })

    test('is about lines that the version has', async () => {
      const { versionId, comment } = await setUp()
      await expect(comment({ lines: { from: 4, to: 5 } })).rejects.toMatchObject({
        problem: { kind: 'lines_not_there', versionId, lineCount: 4 },
      })
    })

    test('goes with its store', async () => {
      const { db, storeId, comment } = await setUp()
      const id = await comment()
      await deleteStore(db, { storeId, cause: PERSON })
      await expect(getComment(db, id)).rejects.toMatchObject({
        problem: { kind: 'comment_not_found' },
      })
      await purgeDeletedStores(db)
      expect(await db.read.all('SELECT 1 AS one FROM comments')).toEqual([])
      expect(await db.read.all('SELECT 1 AS one FROM comment_remarks')).toEqual([])
    })
  })

  describe('what was said', () => {
    test('is changed only by who said it', async () => {
      const { db, comment } = await setUp()
      const commentId = await comment()
      await updateComment(db, { commentId, by: OTHER, reply: 'Why?' })
      const [, reply] = (await getComment(db, commentId)).remarks
      const remarkId = reply?.id
      const refused = { problem: { kind: 'remark_by_other' } }
      const edited = { commentId, text: 'x' }
      await expect(updateComment(db, { ...edited, by: OTHER })).rejects.toMatchObject(refused)
      await expect(
        updateComment(db, { ...edited, remarkId, by: LOCAL_USER_ACTOR }),
      ).rejects.toMatchObject(refused)
      await updateComment(db, { commentId, remarkId, text: 'Why though?', by: OTHER })
      const { remarks } = await getComment(db, commentId)
      expect(remarks.map(({ text }) => text)).toEqual(['These are wrong.', 'Why though?'])
      expect(remarks.map(({ editedAt }) => editedAt !== null)).toEqual([false, true])
    })

    test('is deleted by who said it, but no replies of others with it', async () => {
      const { db, comment } = await setUp()
      const commentId = await comment()
      await updateComment(db, { commentId, by: OTHER, reply: 'Why?' })
      const remarkId = (await getComment(db, commentId)).remarks[1]?.id
      const whole = { commentId, by: LOCAL_USER_ACTOR }
      await expect(removeComment(db, { commentId, by: OTHER })).rejects.toMatchObject({
        problem: { kind: 'remark_by_other' },
      })
      await expect(removeComment(db, whole)).rejects.toMatchObject({
        problem: { kind: 'comment_has_replies' },
      })
      await removeComment(db, { commentId, remarkId, by: OTHER })
      await removeComment(db, whole)
      expect(await db.read.all('SELECT 1 AS one FROM comment_remarks')).toEqual([])
    })
  })

  describe('a comment that asks for a fix', () => {
    test('is answered by an agent’s write to its lines, not by one beside them', async () => {
      const { comment, write, isAnswered } = await setUp()
      const id = await comment()
      await write(`zero\n${TEXT}five\n`)
      expect(await isAnswered(id)).toBe(false)
      await write('one\nTWO\nthree\nfour\n', session('another'))
      expect(await isAnswered(id)).toBe(true)
    })

    test('is answered by bringing back lines that were gone', async () => {
      const { comment, write, isAnswered } = await setUp()
      await write('one\nfour\n')
      const id = await comment({ text: 'Bring these back.' })
      await write('one\nfour\nfive\n')
      expect(await isAnswered(id)).toBe(false)
      await write(TEXT)
      expect(await isAnswered(id)).toBe(true)
    })

    test('is not answered by a person, by what was written before, or if it asks for nothing', async () => {
      const { comment, write, isAnswered } = await setUp()
      const early = await comment()
      await write('one\nTWO\nthree\nfour\n', PERSON)
      expect(await isAnswered(early)).toBe(false)
      await write(TEXT)
      await write('one\n')
      const late = await comment()
      const note = await comment({ disposition: 'note' })
      await write('one\nmore\n')
      expect([await isAnswered(late), await isAnswered(note)]).toEqual([false, false])
    })

    test('asks anew when somebody replies', async () => {
      const { db, comment, write, isAnswered } = await setUp()
      const commentId = await comment()
      await write('one\nTWO\nthree\nfour\n')
      await updateComment(db, { commentId, by: OTHER, reply: 'No, two.' })
      expect(await isAnswered(commentId)).toBe(false)
      await write(TEXT)
      expect(await isAnswered(commentId)).toBe(true)
    })

    test('brings its changeset back to the inbox when it is answered, until it is resolved', async () => {
      const { db, storeId, comment, write } = await setUp(AGENT)
      await examineAll(db)
      const [changeset] = (await listChangesets(db, { storeId, limit: 10 })).changesets
      const changesetId = changeset?.id ?? ''
      const commentId = await comment()
      const [memory] = await changesetMemories(db, changesetId)
      const [hunk] = memory?.hunks ?? []
      if (!memory || !hunk) throw new Error('no hunk')
      const name = hunkId({ ...hunk, memoryId: memory.memoryId, through: memory.through })
      const decision = { hunkId: name, decision: 'accepted', seen: true } as const
      await decideHunks(db, { changesetId, decisions: [decision], reviewer: LOCAL_USER_ACTOR })
      const present = () => getChangeset(db, changesetId)
      expect(await present()).toMatchObject({ state: 'done', openComments: 1, answeredComments: 0 })
      await write('one\nTWO\nthree\nfour\n', session('another'))
      expect(await present()).toMatchObject({ state: 'open', openComments: 1, answeredComments: 1 })
      await updateComment(db, { commentId, by: LOCAL_USER_ACTOR, status: 'resolved' })
      expect(await present()).toMatchObject({ state: 'done', openComments: 0, answeredComments: 0 })
    })
  })

  test('comments are listed by memory, status and disposition, page by page', async () => {
    const { db, storeId, memoryId, comment } = await setUp()
    const fix = await comment()
    const note = await comment({ disposition: 'note' })
    await updateComment(db, { commentId: note, by: OTHER, status: 'resolved' })
    const ids = async (more: object) => {
      const { comments } = await listComments(db, { storeId, limit: 10, ...more })
      return comments.map(({ id }) => id)
    }
    expect(await ids({ memoryId })).toEqual([fix, note])
    expect(await ids({ status: 'resolved' })).toEqual([note])
    expect(await ids({ disposition: 'fix' })).toEqual([fix])
    const first = await listComments(db, { storeId, limit: 1 })
    expect(await ids({ after: first.next })).toEqual([note])
  })
})
