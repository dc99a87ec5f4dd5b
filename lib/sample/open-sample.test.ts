import { expect, test } from 'vitest'
import { listSessionEvents } from '@/lib/agent/list-session-events'
import { listSessions } from '@/lib/agent/list-sessions'
import { runsFinished } from '@/lib/agent/run-sessions'
import { getCause } from '@/lib/replay/get-cause'
import { replaysFinished } from '@/lib/replay/run-replays'
import { startCause } from '@/lib/replay/start-cause'
import { getVersion } from '@/lib/store/versions/read-versions'
import { examineAll } from '@/lib/review/background/examiner'
import { listChangesets } from '@/lib/review/changesets/list-changesets'
import { listComments } from '@/lib/review/comments/read-comments'
import { listHunks } from '@/lib/review/hunks/list-hunks'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { listNamedMoments } from '@/lib/store/time/named-moments'
import { onSqlite } from '@/tests/support/databases'
import { openSample } from './open-sample'
import { RELEASE_AGENT } from './release-agent'

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

  test('the sample has an answer that is wrong because of a line, which the search names', async () => {
    const db = current()
    const cause = { actor: LOCAL_USER_ACTOR }
    const store = await openSample(db, { name: 'Sample again', description: 'A part', cause })
    await runsFinished()
    const { sessions } = await listSessions(db, { storeId: store.id, limit: 9 })
    const [session] = sessions
    const events = await listSessionEvents(db, { sessionId: session?.id ?? '', limit: 99 })
    const answer = events.findLast((event) => event.type === 'agent.message')
    expect(answer?.text).toContain('Releases go out on Fridays.')
    const id = await startCause(db, {
      sessionId: session?.id ?? '',
      eventId: answer?.id ?? '',
      check: { type: 'contains', text: 'Releases go out on Fridays' },
      by: LOCAL_USER_ACTOR,
    })
    await replaysFinished()
    const found = await getCause(db, id)
    expect(found?.result).toMatchObject({ verdict: 'caused', causes: [{ lines: [3, 3] }] })
    const versionId = found?.result?.causes[0]?.writtenBy ?? ''
    const { path, createdBy } = await getVersion(db, { storeId: store.id, versionId })
    expect([path, createdBy]).toEqual(['/agreements.md', RELEASE_AGENT])
  })
})
