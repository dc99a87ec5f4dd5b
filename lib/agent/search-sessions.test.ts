import { expect, test } from 'vitest'
import { createStore } from '@/lib/store/stores/change-stores'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { onBothDatabases } from '@/tests/support/databases'
import { appendEvents } from './core/append-events'
import { openSession } from './core/rows'
import { createSession } from './create-session'
import { searchSessions } from './search-sessions'

onBothDatabases((current) => {
  /** A session in which the person and the agent said these. */
  const sessionOf = async (title: string, storeId: string, asked: string, answered: string) => {
    const { id } = await createSession(current(), {
      title,
      settings: { model: 'practice' },
      stores: [{ storeId }],
      openedBy: LOCAL_USER_ACTOR,
    })
    await current().write(async (tx) => {
      await appendEvents(tx, await openSession(tx, id), [
        { type: 'user.message', texts: [asked] },
        { type: 'agent.message', text: answered, isPartial: false },
      ])
    })
    return id
  }

  const found = async (query: string, storeId?: string) => {
    const { hits } = await searchSessions(current(), { query, storeId, limit: 10 })
    return hits.map(({ sessionId, isTitleMatch, messages }) => ({
      sessionId,
      isTitleMatch,
      messages: messages.map(({ by, matches }) => [by, matches.length]),
    }))
  }

  test('a text is found in titles and in what was said, in any case, the newest session first', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'One' })
    const { id: other } = await createStore(db, { name: 'Other' })
    const said = await sessionOf('Talk', storeId, 'A quokka? A QUOKKA!', 'No idea.')
    const titled = await sessionOf('Quokkas', other, 'Hello', 'One quokka\nis here')
    await sessionOf('Nothing', other, 'Hello', 'Hello')
    const inTitled = { sessionId: titled, isTitleMatch: true, messages: [['agent', 1]] }
    const inSaid = { sessionId: said, isTitleMatch: false, messages: [['person', 2]] }
    expect(await found('quokka')).toEqual([inTitled, inSaid])
    expect(await found('quokka', storeId)).toEqual([inSaid])
    expect(await found('wombat')).toEqual([])
    await expect(found('qu')).rejects.toThrow('invalid_input')
  })

  test('of more than a hundred sessions the newest are searched, and it says so', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Many' })
    for (let index = 0; index < 101; index++) {
      await sessionOf(`About numbats ${index}`, storeId, 'a', 'b')
    }
    const search = await searchSessions(db, { query: 'numbat', limit: 3 })
    expect(search).toMatchObject({ hasMore: true, searched: 100, isCut: true })
    expect(search.hits.map(({ title }) => title)).toEqual([
      'About numbats 100',
      'About numbats 99',
      'About numbats 98',
    ])
  })
})
