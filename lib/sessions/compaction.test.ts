import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  agent,
  answered,
  asked,
  beginsCompaction,
  broke,
  call,
  compacted,
  logOf,
  notCompacted,
  person,
  result,
  settingsOf,
  stopped,
  usage,
} from '@/tests/support/session-log'
import {
  compactionDue,
  keptMessages,
  openRequest,
  type RestorableMemory,
  restoreMemories,
} from './compaction'
import { contextState } from './context'
import { CONTINUE_MESSAGE } from './conversation'
import type { NewEvent } from './event'
import { estimatedTokens } from './parts'

describe('a compaction by itself', () => {
  const full = (): NewEvent[] => [
    asked(),
    answered('end_turn', { model_usage: usage({ input_tokens: 920 }) }),
  ]
  const isDue = (bodies: NewEvent[], compact_at: number | 'off' = 92) => {
    const { context } = settingsOf({ context: { compact_at } })
    return compactionDue(contextState(logOf(...bodies)), 1_000, context)
  }

  test('is due by what was added since the last count', () => {
    expect(isDue([...full(), person('x'.repeat(40))], 93)).toBe(true)
  })

  test('is not due before the first answer: there is nothing to make shorter', () => {
    expect(isDue([person('x'.repeat(4_000)), asked(), broke()])).toBe(false)
  })

  test.each<[string, NewEvent]>([
    ['one that ended well', compacted({ tokens_after: 950 })],
    ['one that failed', notCompacted()],
  ])('is due again after %s only when three more requests were answered', (_what, end) => {
    const before = [...full(), beginsCompaction(), end]
    expect(isDue([...before, ...full(), ...full()])).toBe(false)
    expect(isDue([...before, ...full(), asked(), broke(), ...full(), ...full()])).toBe(true)
  })
})

describe('the person’s unanswered messages', () => {
  const works = (id: string): NewEvent[] => [call(id), answered('tool_use'), result(id)]
  const cutOff = (stopReason: string): NewEvent[] => [agent('Half'), answered(stopReason)]

  test.each<[string, NewEvent[], string[]]>([
    ['are none at first', [], []],
    ['are theirs in order', [person('a', 'b'), person('c')], ['a', 'b', 'c']],
    ['are none that is answered', [person('a'), agent('A'), answered(), person('b')], ['b']],
    ['are all where the answer failed', [person('a'), asked(), broke()], ['a']],
    ['are those that a summary kept', [compacted({ kept_messages: ['a'] })], ['a']],
    ['and the later ones', [compacted({ kept_messages: ['a'] }), person('b')], ['a', 'b']],
    ['are none before a summary that kept none', [person('a'), compacted()], []],
    ['are unchanged by a summary that failed', [person('a'), notCompacted()], ['a']],
    [
      'are those it works on and no older ones',
      [person('old'), ...works('c'), agent('A'), answered(), person('a'), ...works('d')],
      ['a'],
    ],
    [
      'are those it works on and the later ones',
      [person('a'), ...works('c'), broke(), person('b')],
      ['a', 'b'],
    ],
    ['are those it paused on', [person('a'), ...cutOff('pause_turn')], ['a']],
    [
      'are those it began to answer when the window was full',
      [person('a'), ...cutOff('model_context_window_exceeded')],
      ['a'],
    ],
    [
      'are those that a cut-off answer is to go on with',
      [person('a'), ...cutOff('max_tokens'), person(CONTINUE_MESSAGE)],
      ['a', CONTINUE_MESSAGE],
    ],
    [
      'are none whose answer was cut off before another message',
      [person('a'), ...cutOff('max_tokens'), person('b')],
      ['b'],
    ],
    ['are those it was stopped on', [person('a'), ...works('c'), stopped], ['a']],
    [
      'are none it was stopped on before another message',
      [person('a'), ...works('c'), stopped, person('b')],
      ['b'],
    ],
  ])('%s', (_what, bodies, texts) => {
    expect(openRequest(logOf(...bodies))).toEqual(texts)
  })
})

describe('messages that are kept beside a summary', () => {
  test('are cut where they would fill the window, the newest last, and say so', () => {
    const [old, last] = keptMessages(['o'.repeat(4_000), 'n'.repeat(1_600)], 1_000)
    expect(last).toBe('n'.repeat(1_600))
    expect(old).toBe(`${'o'.repeat(400)}\n[Cut: the rest of this message did not fit.]`)
  })
})

const memory = (id: string, tokens: number, at: number): RestorableMemory => ({
  storeId: 'memstore_1',
  memoryId: id,
  versionId: `${id}v`,
  path: `/memories/${id}.md`,
  content: 'four'.repeat(tokens),
  lastAt: new Date(at),
})
const states = (memories: readonly RestorableMemory[]) =>
  restoreMemories(memories).map(({ memory_version_id: id, state, tokens }) => [id, state, tokens])

describe('restored memories', () => {
  test('may be empty: that one is empty is worth knowing', () => {
    expect(states([memory('a', 0, 1)])).toEqual([['av', 'whole', 0]])
  })
})

describe('whatever a session has read', () => {
  const content = fc
    .tuple(fc.constantFrom('x', 'ü', 'メ', '🜚', 'line\n'), fc.oneof(fc.nat(200), fc.nat(12_000)))
    .map(([unit, count]) => unit.repeat(count))
  const memories = fc
    .array(fc.record({ content, lastAt: fc.nat(20).map((at) => new Date(at)) }), { maxLength: 30 })
    .map((all) => all.map((each, at) => ({ ...memory(`mem_${at}`, 0, 0), ...each })))
  const runs = { numRuns: 50 }

  test('no more is restored than the contract says, and it is what the memory begins with', () => {
    fc.assert(
      fc.property(memories, (all) => {
        const back = restoreMemories(all).filter(({ text }) => text !== null)
        const tokens = back.map(({ text }) => estimatedTokens(text ?? ''))
        expect(back.length).toBeLessThanOrEqual(20)
        expect(Math.max(0, ...tokens)).toBeLessThanOrEqual(8_192)
        expect(tokens.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(32_768)
        for (const { path, text, state } of back) {
          const whole = all.find((each) => each.path === path)?.content ?? ''
          expect(whole.startsWith(text ?? '-')).toBe(true)
          expect(text === whole).toBe(state === 'whole')
        }
      }),
      runs,
    )
  })

  test('nothing that fits is left out', () => {
    fc.assert(
      fc.property(memories, (all) => {
        let used = 0
        let count = 0
        for (const { state, tokens, whole_tokens: whole } of restoreMemories(all)) {
          if (state === 'left_out') {
            expect(count === 20 || used + Math.min(whole, 8_192) > 32_768).toBe(true)
            continue
          }
          used += tokens
          count++
        }
      }),
      runs,
    )
  })

  test('the order in which it was found does not matter', () => {
    fc.assert(
      fc.property(memories, (all) => {
        expect(restoreMemories(all.toReversed())).toEqual(restoreMemories(all))
      }),
      runs,
    )
  })
})
