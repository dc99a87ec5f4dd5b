import { describe, expect, test } from 'vitest'
import type { Entry } from '@/lib/sessions/entries'
import { type SessionBody, type SessionState, standingOf, withEarlier, withNews } from './state'

const said = (id: string, text = id): Entry => ({
  id,
  at: null,
  kind: 'said',
  text,
  isPartial: false,
})

const gauge = { measured: 0, added: 0, window: 1, level: 'below' } as SessionState['gauge']
const facts = { id: 'sesn_1', title: 'Before' } as SessionState['facts']

const state = (entries: Entry[] = [said('a'), said('b')]): SessionState => ({
  facts,
  gauge,
  entries,
  from: 7,
  sequence: 9,
  redactions: 0,
  toReview: 0,
  writing: [],
  written: [],
  isGone: false,
})

const changed = (entries: Entry[], now: SessionState['facts'] | null = null): SessionBody => ({
  kind: 'changed',
  entries,
  sequence: 12,
  gauge,
  redactions: 0,
  toReview: 0,
  facts: now,
})

const start = (id: string, text = ''): SessionBody => {
  const { length } = text
  return { kind: 'start', writing: { id, type: 'agent.message', text, length } }
}

describe('news of a session', () => {
  test('put entries in place of those with the same id, and new ones at the end', () => {
    const before = state()
    const { entries, sequence } = withNews(before, changed([said('a', 'anew'), said('c')]))
    expect(entries).toEqual([said('a', 'anew'), said('b'), said('c')])
    expect(entries[1]).toBe(before.entries[1])
    expect(sequence).toBe(12)
  })

  test('leave the facts as they are where they bring none', () => {
    expect(withNews(state(), changed([])).facts).toBe(facts)
    expect(withNews(state(), changed([], { ...facts, title: 'After' })).facts.title).toBe('After')
  })

  test('add what is being generated, until it is an entry', () => {
    const begun = withNews(state(), start('c', 'One'))
    const grown = withNews(begun, { kind: 'delta', id: 'c', text: ' two', length: 4 })
    expect(grown.writing).toMatchObject([{ id: 'c', text: 'One two', length: 7 }])
    expect(withNews(grown, changed([said('c', 'One two')])).writing).toEqual([])
  })

  test('begin anew what was begun before the connection was lost', () => {
    const begun = withNews(state(), start('c', 'One'))
    expect(withNews(begun, start('c', 'One two')).writing).toMatchObject([{ text: 'One two' }])
  })

  test('take away what is given up, and all of it once the session is gone', () => {
    const begun = withNews(state(), start('c', 'One'))
    expect(withNews(begun, { kind: 'dropped', ids: ['c'] }).writing).toEqual([])
    expect(withNews(begun, { kind: 'gone' })).toMatchObject({ isGone: true, writing: [] })
  })
})

test('an older part comes before what is shown', () => {
  const { entries, from } = withEarlier(state(), { entries: [said('z')], from: 1 })
  expect(entries.map(({ id }) => id)).toEqual(['z', 'a', 'b'])
  expect(from).toBe(1)
})

describe('a session', () => {
  const idle = { isArchived: false, status: 'idle' } as const

  test.each([
    [{ type: 'requires_action', event_ids: [] }, 'waiting'],
    [{ type: 'retries_exhausted' }, 'failed'],
    [{ type: 'budget_reached', max_requests: 1 }, 'stopped'],
    [{ type: 'refusal' }, 'stopped'],
    [{ type: 'end_turn', detail: 'interrupted' }, 'stopped'],
    [{ type: 'end_turn' }, 'idle'],
    [null, 'idle'],
  ] as const)('that is idle by %j is %s', (stopReason, standing) => {
    const reason = stopReason as SessionState['facts']['stopReason']
    expect(standingOf({ ...idle, stopReason: reason })).toBe(standing)
  })

  test('that is archived is so, however it ended', () => {
    const stopReason = { type: 'retries_exhausted' } as const
    expect(standingOf({ ...idle, isArchived: true, stopReason })).toBe('archived')
  })
})
