import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import type { SqlValue } from '@/lib/db/sql'
import { onBothDatabases } from '@/tests/support/databases'
import { say, sessionWith } from '@/tests/support/sessions'
import { archiveSession, updateSession } from './change-session'
import { followSession } from './follow-session'
import type { SessionHead } from './session-head'

/** A database that counts how often a session's events are read. */
function counted(db: Database) {
  let reads = 0
  const read: Database['read'] = {
    get: (text, params) => db.read.get(text, params),
    run: (text, params) => db.read.run(text, params),
    all: <Row>(text: string, params?: readonly SqlValue[]) => {
      if (text.includes('FROM session_events')) reads++
      return db.read.all<Row>(text, params)
    },
  }
  return { db: Object.assign(Object.create(db) as Database, { read }), reads: () => reads }
}

onBothDatabases((current) => {
  test('many who follow a session share the reading of what happens in it', async () => {
    const { sessionId } = await sessionWith(current(), 'practice')
    const { db, reads } = counted(current())
    const leaving = new AbortController()
    onTestFinished(() => leaving.abort())
    const heard = Array.from({ length: 40 }, async () => {
      const { signal } = leaving
      const follow = { sessionId, after: 0, previews: [], withState: false, signal } as const
      for await (const news of followSession(db, follow)) if (news.kind === 'event') return news
    })
    await say(current(), sessionId, 'heard by all')
    const all = await Promise.all(heard)
    expect(new Set(all.map((news) => JSON.stringify(news))).size).toBe(1)
    expect(reads()).toBeLessThan(20)
  })

  test('who follows a session hears that writes are asked about no more, and that it is archived', async () => {
    const db = current()
    const { sessionId } = await sessionWith(db, 'practice', {}, { approval: 'always_ask' })
    const leaving = new AbortController()
    onTestFinished(() => leaving.abort())
    const { signal } = leaving
    const follow = { sessionId, after: 0, previews: [], withState: true, signal } as const
    const news = followSession(db, follow)
    const nextHead = async (): Promise<SessionHead> => {
      for (;;) {
        const next = await news.next()
        if (next.done) throw new Error('the session ended')
        if (next.value.kind === 'head') return next.value.head
      }
    }
    const first = await nextHead()
    expect(first.settings.approval).toBe('always_ask')
    const allowed = { approval: 'always_allow', instructions: 'Be brief.' } as const
    await updateSession(db, { sessionId, settings: allowed, mayLoosen: true })
    const second = await nextHead()
    expect(second.settings.approval).toBe('always_allow')
    expect(second.settings.instructions).toBe('Be brief.')
    expect(second.revision).toBeGreaterThan(first.revision)
    await archiveSession(db, sessionId)
    expect((await nextHead()).isArchived).toBe(true)
  })
})
