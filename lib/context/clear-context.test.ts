import { describe, expect, test } from 'vitest'
import { found, hidden, replied, said, thought, used } from '@/tests/support/context-blocks'
import { CLEARED_RESULT, clearContext, clearThinking, clearToolUses } from './clear-context'
import { type ContextBlock, partsOf, sumOf } from './context-block'
import type { ToolUseClearing } from './context-settings'

const edit = (more: Partial<ToolUseClearing> = {}): ToolUseClearing => ({
  trigger: { type: 'tool_uses', value: 1 },
  keep: 0,
  clearAtLeast: null,
  excludeTools: [],
  clearToolInputs: false,
  ...more,
})

/** About 1,000 tokens. */
const LONG = 'long'.repeat(1_000)
const FREED = 1_000 - Math.ceil(CLEARED_RESULT.length / 4)

/** One question, then one call of each of these tools in turn. */
const calls = (...names: string[]): ContextBlock[] => [
  said('Look everywhere'),
  ...names.flatMap((name, at) => [used(`t${at}`, name), found(`t${at}`, LONG)]),
  replied('I have looked.'),
]

/** The calls whose results were cleared. */
const clearedIn = (blocks: readonly ContextBlock[]) =>
  blocks.flatMap(({ block }) =>
    block.type === 'tool_result' && block.content === CLEARED_RESULT ? [block.tool_use_id] : [],
  )

const emptiedIn = (blocks: readonly ContextBlock[]) =>
  blocks.flatMap(({ block }) =>
    block.type === 'tool_use' && JSON.stringify(block.input) === '{}' ? [block.id] : [],
  )

describe('clearing the results of calls', () => {
  const three = calls('a', 'b', 'c')
  const size = sumOf(partsOf(three, 0))

  test('leaves unread results alone', () => {
    const unread = three.slice(0, -1)
    expect(clearedIn(clearToolUses(unread, edit(), size).blocks)).toEqual(['t0', 't1'])
  })

  test.each<[string, ToolUseClearing['trigger'], string[]]>([
    ['does nothing below the number of calls', { type: 'tool_uses', value: 4 }, []],
    ['begins at the number of calls', { type: 'tool_uses', value: 3 }, ['t0', 't1', 't2']],
    ['does nothing below the number of tokens', { type: 'input_tokens', value: size + 1 }, []],
    ['begins at the number of tokens', { type: 'input_tokens', value: size }, ['t0', 't1', 't2']],
  ])('%s', (_name, trigger, cleared) => {
    expect(clearedIn(clearToolUses(three, edit({ trigger }), size).blocks)).toEqual(cleared)
  })

  test('counts all calls for its trigger, including those that it leaves alone', () => {
    const trigger = { type: 'tool_uses', value: 3 } as const
    const { blocks } = clearToolUses(three, edit({ trigger, keep: 1, excludeTools: ['a'] }), size)
    expect(clearedIn(blocks)).toEqual(['t1'])
  })

  test.each([
    [0, ['t0', 't1', 't2']],
    [1, ['t0', 't1']],
    [3, []],
    [9, []],
  ])('keeps the newest %i', (keep, cleared) => {
    expect(clearedIn(clearToolUses(three, edit({ keep }), size).blocks)).toEqual(cleared)
  })

  test('keeps the results of excluded tools', () => {
    const mixed = calls('memory', 'b', 'memory', 'c')
    const { blocks, applied } = clearToolUses(mixed, edit({ excludeTools: ['memory'] }), 0)
    expect(clearedIn(blocks)).toEqual(['t1', 't3'])
    expect(applied).toMatchObject([{ clearedToolUses: 2 }])
  })

  test.each([
    [3 * FREED, ['t0', 't1', 't2']],
    [3 * FREED + 1, []],
  ])('that must free %i tokens clears all that it can or nothing', (atLeast, cleared) => {
    const done = clearToolUses(three, edit({ clearAtLeast: atLeast }), size)
    expect(clearedIn(done.blocks)).toEqual(cleared)
    expect(done.applied).toHaveLength(cleared.length === 0 ? 0 : 1)
  })

  test.each<[string, ToolUseClearing['clearToolInputs'], string[]]>([
    ['leaves the inputs', false, []],
    ['clears the inputs too', true, ['t0', 't1']],
    ['clears the inputs of some tools', ['b', 'c'], ['t1']],
  ])('%s, and every call stays', (_name, clearToolInputs, emptied) => {
    const { blocks } = clearToolUses(three, edit({ keep: 1, clearToolInputs }), size)
    expect(emptiedIn(blocks)).toEqual(emptied)
    expect(clearedIn(blocks)).toEqual(['t0', 't1'])
    expect(blocks.map(({ block }) => block.type)).toEqual(three.map(({ block }) => block.type))
  })

  test('clears no input of an excluded tool', () => {
    const done = clearToolUses(three, edit({ excludeTools: ['a'], clearToolInputs: true }), size)
    expect(emptiedIn(done.blocks)).toEqual(['t1', 't2'])
  })

  test('reports what it cleared, with an estimate', () => {
    expect(clearToolUses(three, edit({ keep: 1 }), size).applied).toEqual([
      {
        by: 'palimpsest',
        type: 'clear_tool_uses_20250919',
        clearedToolUses: 2,
        clearedTokens: 2 * FREED,
      },
    ])
  })

  test('leaves text, and refusals of calls', () => {
    const refused = [said('Go'), used('t0'), found('t0', LONG, { is_error: true }), replied('No.')]
    const { blocks } = clearToolUses(refused, edit(), 0)
    expect(blocks[2]?.block).toMatchObject({ content: CLEARED_RESULT, is_error: true })
    expect([blocks[0], blocks[1], blocks[3]]).toEqual([refused[0], refused[1], refused[3]])
  })

  test('does not make a conversation longer', () => {
    const short = [said('Go'), used('t0'), found('t0', 'yes')]
    expect(clearToolUses(short, edit(), 0)).toEqual({ blocks: short, applied: [] })
  })

  test('skips a call without a result', () => {
    const open = [...calls('a'), used('t9')]
    expect(clearedIn(clearToolUses(open, edit(), 0).blocks)).toEqual(['t0'])
  })
})

describe('clearing thinking', () => {
  const turns = [
    said('One'),
    thought('first'),
    replied('1'),
    said('Two'),
    replied('2'),
    said('Three'),
    hidden('third'),
    thought('third'),
    replied('3'),
    said('Four'),
    thought('fourth'),
    used('t0'),
    found('t0', 'yes'),
    thought('fifth'),
    replied('4'),
  ]
  const thoughtsIn = (blocks: readonly ContextBlock[]) =>
    blocks.flatMap(({ block }) => {
      if (block.type === 'thinking') return [block.thinking]
      return block.type === 'redacted_thinking' ? [block.data] : []
    })

  test.each<[number | 'all', string[]]>([
    [1, ['fifth']],
    [2, ['fourth', 'fifth']],
    [3, ['third', 'third', 'fourth', 'fifth']],
    [4, ['first', 'third', 'third', 'fourth', 'fifth']],
    [9, ['first', 'third', 'third', 'fourth', 'fifth']],
    ['all', ['first', 'third', 'third', 'fourth', 'fifth']],
  ])('keeps it in the newest %s turns that have some', (keep, kept) => {
    expect(thoughtsIn(clearThinking(turns, { keep }).blocks)).toEqual(kept)
  })

  test('leaves everything else in place', () => {
    const { blocks } = clearThinking(turns, { keep: 1 })
    const others = turns.filter(({ block }) => !block.type.includes('thinking'))
    expect(blocks.filter(({ block }) => !block.type.includes('thinking'))).toEqual(others)
  })

  test('reports the number of turns, with an estimate', () => {
    const { applied } = clearThinking([said('a'), thought(LONG), said('b'), thought('x')], {
      keep: 1,
    })
    expect(applied).toEqual([
      {
        by: 'palimpsest',
        type: 'clear_thinking_20251015',
        clearedThinkingTurns: 1,
        clearedTokens: 1_000,
      },
    ])
  })

  test('reports nothing if there was none', () => {
    const plain = [said('a'), replied('b')]
    expect(clearThinking(plain, { keep: 1 })).toEqual({ blocks: plain, applied: [] })
  })
})

describe('clearing a context', () => {
  const blocks = [
    said('Go'),
    thought(LONG),
    used('t0'),
    found('t0', LONG),
    thought('again'),
    used('t1'),
    found('t1', LONG),
    replied('Done.'),
  ]

  test('clears thinking first, then results', () => {
    const { applied } = clearContext(blocks, { thinking: { keep: 1 }, toolUses: edit() }, 0)
    expect(applied.map(({ type }) => type)).toEqual([
      'clear_thinking_20251015',
      'clear_tool_uses_20250919',
    ])
  })

  test('measures its trigger on the whole uncleared request', () => {
    const size = sumOf(partsOf(blocks, 500))
    const at = (value: number) => {
      const toolUses = edit({ trigger: { type: 'input_tokens', value } })
      return clearedIn(clearContext(blocks, { thinking: { keep: 1 }, toolUses }, 500).blocks)
    }
    expect(at(size)).toEqual(['t0', 't1'])
    expect(at(size + 1)).toEqual([])
  })

  test('does nothing if neither is set', () => {
    const nothing = { thinking: null, toolUses: null }
    expect(clearContext(blocks, nothing, 0)).toEqual({ blocks, applied: [] })
  })
})
