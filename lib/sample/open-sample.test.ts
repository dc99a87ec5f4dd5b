import { expect, test } from 'vitest'
import { examineAll } from '@/lib/review/background/examiner'
import { listChangesets } from '@/lib/review/changesets/list-changesets'
import { listComments } from '@/lib/review/comments/read-comments'
import { listHunks } from '@/lib/review/hunks/list-hunks'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { listNamedMoments } from '@/lib/store/time/named-moments'
import { onSqlite } from '@/tests/support/databases'
import { openSample } from './open-sample'

onSqlite((current) => {
  test('the sample opens with its history, and with grave edits of an agent among routine ones to review', async () => {
    const db = current()
    const cause = { actor: LOCAL_USER_ACTOR }
    const store = await openSample(db, { name: 'Sample', description: 'A part', cause })
    expect(store).toMatchObject({ name: 'Sample', memoryCount: 55, versionCount: 161 })
    expect(await listNamedMoments(db, store.id)).toMatchObject([
      { name: 'Before the release agent' },
    ])
    expect((await listComments(db, { storeId: store.id, limit: 9 })).comments).toHaveLength(1)

    await examineAll(db)
    const { changesets } = await listChangesets(db, { storeId: store.id, limit: 9 })
    expect(changesets).toMatchObject([
      {
        level: 'critical',
        reasons: { secret: 1, instructions: 1, removes_persons_line: 1, first_write: 1 },
        memoryCount: 10,
      },
    ])
    const { hunks } = await listHunks(db, { changesetId: changesets[0]?.id ?? '', limit: 99 })
    const routine = hunks.filter(({ hunk }) => hunk.reasons.length === 0)
    expect(
      routine.map(({ memory }) => memory.path).filter((path) => path?.startsWith('/specs/')),
    ).toHaveLength(6)
  })
})
