import { describe, expect, test } from 'vitest'
import { CLEARED_RESULT } from '@/lib/context/clear-context'
import { restoredText } from '@/lib/context/compaction-prompt'
import { asMemoryData } from '@/lib/context/memory-data'
import { estimatedTokens } from '@/lib/context/estimate-tokens'
import type { RestoredMemory } from '@/lib/context/restore'
import {
  agent,
  answered,
  asks,
  broke,
  call,
  compacted,
  compactedByApi,
  type Logged,
  logOf,
  person,
  reminder,
  result,
} from '@/tests/support/log-events'
import type { AttachedStore } from '../session'
import { checkedSettings } from '../session-settings'
import { conversationOf } from './conversation'
import { memoryInRequest, requestPlace } from './memory-in-request'

const notes: AttachedStore = {
  storeId: 'memstore_notes',
  name: 'Notes',
  description: '',
  access: 'read_only',
  instructions: '',
  mountName: 'notes',
}
const plans: AttachedStore = {
  ...notes,
  storeId: 'memstore_plans',
  name: 'Plans',
  mountName: 'plans',
}

const settings = checkedSettings({ model: 'm' })

const read = (id: string, path = '/memories/a.md') => call(id, { input: { command: 'view', path } })

/** The memory that the request after a log holds, by store and place: fresh and again. */
async function held(bodies: readonly Logged[], stores = [notes]) {
  const events = logOf(...bodies)
  const blocks = conversationOf(events, 'm')
  const found = await memoryInRequest({ settings, stores }, { events, blocks, edits: [] })
  return Object.fromEntries(
    found.map(({ storeId, path, memoryId, freshTokens, againTokens }) => [
      `${storeId.replace('memstore_', '')} ${memoryId ?? path}`,
      [freshTokens, againTokens],
    ]),
  )
}

const shown = (content: string, eventId: string) => estimatedTokens(asMemoryData(content, eventId))

describe('what a request holds of memory', () => {
  test('is fresh in the first request that has it, and held again in the next', async () => {
    const log = [
      person('Hi'),
      asks(),
      read('c'),
      answered('tool_use'),
      result('c', 'Four words long.'),
    ]
    const tokens = shown('Four words long.', 'e5')
    expect(await held(log)).toEqual({ 'notes ': [0, 0], 'notes /a.md': [tokens, 0] })
    const later = [...log, asks(), agent('Read.'), answered(), person('And?')]
    expect(await held(later)).toEqual({ 'notes ': [0, 0], 'notes /a.md': [0, tokens] })
  })

  test('stays fresh while no model took the request that had it', async () => {
    const log = [person('Hi'), asks(), read('c'), answered('tool_use'), result('c', 'Text'), asks()]
    const tokens = shown('Text', 'e5')
    expect((await held([...log, broke()]))['notes /a.md']).toEqual([tokens, 0])
    const cut = answered(null, { isError: true })
    expect((await held([...log, cut]))['notes /a.md']).toEqual([0, tokens])
  })

  test('leaves out what only writes, what failed and what is no memory’s', async () => {
    const log = [
      ...[person('Hi'), asks()],
      call('w', { input: { command: 'create', path: '/memories/b.md', file_text: 'new' } }),
      ...[read('f', '/memories/none.md'), answered('tool_use')],
      ...[result('w', 'Created.'), result('f', 'No such file', true)],
    ]
    expect(await held(log)).toEqual({ 'notes ': [0, 0] })
  })

  test('adds up what a memory was shown twice, and counts a listing for its store', async () => {
    const log = [
      ...[person('Hi'), asks(), read('1'), read('2'), call('l'), answered('tool_use')],
      ...[result('1', 'Text'), result('2', 'Text'), result('l', 'a.md\nb.md')],
    ]
    expect(await held(log)).toEqual({
      'notes ': [shown('a.md\nb.md', 'e9'), 0],
      'notes /a.md': [shown('Text', 'e7') + shown('Text', 'e8'), 0],
    })
  })

  test('ends with a summary; what is restored after it is fresh once more', async () => {
    const memory: RestoredMemory = {
      storeId: notes.storeId,
      memoryId: 'mem_a',
      versionId: 'memver_a',
      shownPath: '/memories/a.md',
      lastAt: 1,
      state: 'whole',
      text: 'Text',
      tokens: 1,
      wholeTokens: 1,
    }
    const leftOut = { ...memory, memoryId: 'mem_b', state: 'left_out' as const, text: null }
    const log = [
      ...[person('Hi'), asks(), read('c'), answered('tool_use'), result('c', 'Text'), asks()],
      ...[agent('Read.'), answered(), compacted({ restored: [memory, leftOut] })],
    ]
    const tokens = estimatedTokens(restoredText(memory, 'e9') ?? '')
    expect(await held(log)).toEqual({ 'notes ': [0, 0], 'notes mem_a': [tokens, 0] })
    const later = [...log, person('On'), asks(), agent('Yes.'), answered(), person('And?')]
    expect(await held(later)).toEqual({ 'notes ': [0, 0], 'notes mem_a': [0, tokens] })
  })

  test('ends with the API’s own summary, too', async () => {
    const log = [
      ...[person('Hi'), asks(), read('c'), answered('tool_use'), result('c', 'Text'), asks()],
      ...[compactedByApi(), agent('Read.'), answered(), person('And?')],
    ]
    expect(await held(log)).toEqual({ 'notes ': [0, 0] })
  })

  test('is without the results that were cleared, of which the API says how many', async () => {
    const log = [
      ...[person('Hi'), asks(), read('1'), read('2', '/memories/b.md'), answered('tool_use')],
      ...[result('1', 'One'), result('2', 'Two')],
    ]
    const events = logOf(...log)
    const blocks = conversationOf(events, 'm').map((each) =>
      each.block.type === 'tool_result' && each.block.tool_use_id === 'toolu_1'
        ? { ...each, block: { ...each.block, content: CLEARED_RESULT } }
        : each,
    )
    const ours = await memoryInRequest({ settings, stores: [notes] }, { events, blocks, edits: [] })
    expect(ours.map(({ path }) => path)).toEqual(['', '/b.md'])
    const type = 'clear_tool_uses_20250919'
    const byApi = {
      events,
      blocks: conversationOf(events, 'm'),
      edits: [{ by: 'api' as const, type, clearedToolUses: 1, clearedTokens: 9 } as const],
    }
    const clearing = { by: 'api' as const, toolUses: { excludeTools: [] } }
    const clearsReads = checkedSettings({ model: 'm', context: { clearing } })
    const theirs = await memoryInRequest({ settings: clearsReads, stores: [notes] }, byApi)
    expect(theirs.map(({ path }) => path)).toEqual(['', '/b.md'])
  })

  test('shares a reminder’s listing of several stores by their lines', async () => {
    const text = [
      'Notes (/memories/notes):',
      '1 kB\t/memories/notes/a.md',
      'Plans (/memories/plans):',
      '1 kB\t/memories/plans/b.md',
      '1 kB\t/memories/plans/c.md',
    ].join('\n')
    const sections = [{ kind: 'listing', tokens: 30 }]
    const log = [person('Hi'), reminder(text, { sections })]
    expect(await held(log)).toEqual({ 'notes ': [30, 0] })
    expect(await held(log, [notes, plans])).toEqual({ 'notes ': [7, 0], 'plans ': [13, 0] })
    expect(await held([person('Hi'), reminder(text)], [notes])).toEqual({ 'notes ': [0, 0] })
  })
})

describe('the place of a request in its session', () => {
  const first = [person('Hi')]
  const second = [...first, asks(), read('c'), answered('tool_use'), result('c')]
  const next = [...second, asks(), agent('Read.'), answered(), person('And?')]

  test.each([
    ['the first', first, { isFirst: true, isInFirstTurn: true, beginsTurn: true }],
    [
      'the first again, after one that no model took',
      [...first, asks(), broke()],
      { isFirst: true, isInFirstTurn: true, beginsTurn: true },
    ],
    ['the first turn’s second', second, { isFirst: false, isInFirstTurn: true, beginsTurn: false }],
    ['the next turn’s first', next, { isFirst: false, isInFirstTurn: false, beginsTurn: true }],
  ])('%s', (_, bodies, place) => {
    expect(requestPlace(logOf(...bodies))).toEqual(place)
  })

  test('is in no first turn where the log’s beginning was left out for a summary', () => {
    const events = logOf(...first).map((event) => ({ ...event, sequence: 40 }))
    expect(requestPlace(events)).toMatchObject({ isFirst: false, isInFirstTurn: false })
  })
})
