import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conversation } from '@/tests/support/context-blocks'
import { CLEARED_RESULT, clearContext } from './clear-context'
import { type ContextBlock, messagesOf, partsOf, sumOf } from './context-block'
import type { ThinkingClearing, ToolUseClearing } from './context-settings'

const names = fc.subarray(['memory', 'search', 'fetch'])
const toolUses: fc.Arbitrary<ToolUseClearing> = fc.record({
  trigger: fc.oneof(
    fc.record({ type: fc.constant('tool_uses' as const), value: fc.integer({ min: 1, max: 8 }) }),
    fc.record({
      type: fc.constant('input_tokens' as const),
      value: fc.integer({ min: 1, max: 2_000 }),
    }),
  ),
  keep: fc.nat(4),
  clearAtLeast: fc.option(fc.integer({ min: 1, max: 1_000 })),
  excludeTools: names,
  clearToolInputs: fc.oneof(fc.boolean(), names),
})
const thinking: fc.Arbitrary<ThinkingClearing> = fc.record({
  keep: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant('all' as const)),
})
const edits = fc.record({ thinking: fc.option(thinking), toolUses: fc.option(toolUses) })
const size = (blocks: readonly ContextBlock[]) => sumOf(partsOf(blocks, 0))
const isThinking = ({ block }: ContextBlock) => block.type.includes('thinking')
const runs = { numRuns: 200 }

test('only thinking is cleared; everything else keeps its position and role', () => {
  fc.assert(
    fc.property(conversation, edits, (blocks, each) => {
      const cleared = clearContext(blocks, each, 0).blocks
      const shape = (all: readonly ContextBlock[]) =>
        all
          .filter((one) => !isThinking(one))
          .map(({ role, part, block }) => [role, part, block.type, 'id' in block ? block.id : null])
      expect(shape(cleared)).toEqual(shape(blocks))
      expect(blocks).toEqual(expect.arrayContaining(cleared.filter(isThinking)))
    }),
    runs,
  )
})

test('every call still has its result, in the message after it', () => {
  fc.assert(
    fc.property(conversation, edits, (blocks, each) => {
      const messages = messagesOf(clearContext(blocks, each, 0).blocks)
      for (const [at, { content }] of messages.entries()) {
        const calls = content.flatMap((one) => (one.type === 'tool_use' ? [one.id] : []))
        const results = messages[at + 1]?.content.flatMap((one) =>
          one.type === 'tool_result' ? [one.tool_use_id] : [],
        )
        if (calls.length > 0) expect(results).toEqual(calls)
      }
    }),
    runs,
  )
})

test('text stays unchanged, and so do the newest calls and those of excluded tools', () => {
  fc.assert(
    fc.property(conversation, edits, (blocks, each) => {
      const cleared = clearContext(blocks, each, 0).blocks
      const calls = blocks.flatMap(({ block }) => (block.type === 'tool_use' ? [block] : []))
      const { keep = 0, excludeTools = [] } = each.toolUses ?? {}
      const safe = new Set(
        calls
          .filter(({ name }, at) => at >= calls.length - keep || excludeTools.includes(name))
          .map(({ id }) => id),
      )
      const stays = ({ block }: ContextBlock) =>
        block.type === 'text' ||
        (block.type === 'tool_use' && safe.has(block.id)) ||
        (block.type === 'tool_result' && safe.has(block.tool_use_id))
      expect(cleared.filter(stays)).toEqual(blocks.filter(stays))
    }),
    runs,
  )
})

test('the oldest go first: nothing clearable is left before what was cleared', () => {
  fc.assert(
    fc.property(conversation, toolUses, (blocks, each) => {
      const { blocks: cleared } = clearContext(blocks, { thinking: null, toolUses: each }, 0)
      const excluded = new Set(
        blocks.flatMap(({ block }) =>
          block.type === 'tool_use' && each.excludeTools.includes(block.name) ? [block.id] : [],
        ),
      )
      const states = cleared.flatMap(({ block }) =>
        block.type === 'tool_result' && !excluded.has(block.tool_use_id)
          ? [block.content === CLEARED_RESULT]
          : [],
      )
      expect(states).toEqual([...states].sort((one, other) => Number(other) - Number(one)))
    }),
    runs,
  )
})

test('it reports what it freed, by the same estimate, and never makes a conversation longer', () => {
  fc.assert(
    fc.property(conversation, edits, (blocks, each) => {
      const { blocks: cleared, applied } = clearContext(blocks, each, 0)
      const freed = applied.reduce((sum, { clearedTokens }) => sum + clearedTokens, 0)
      expect(size(blocks) - size(cleared)).toBeGreaterThanOrEqual(0)
      // A call's name is estimated together with its input.
      expect(Math.abs(size(blocks) - size(cleared) - freed)).toBeLessThanOrEqual(blocks.length)
    }),
    runs,
  )
})

test('what was cleared is not cleared again', () => {
  fc.assert(
    fc.property(conversation, edits, (blocks, each) => {
      const once = clearContext(blocks, each, 0)
      expect(clearContext(once.blocks, each, 0)).toEqual({ blocks: once.blocks, applied: [] })
    }),
    runs,
  )
})

test('the required minimum is freed, or results stay unchanged', () => {
  fc.assert(
    fc.property(conversation, toolUses, (blocks, each) => {
      const { blocks: after, applied } = clearContext(blocks, { thinking: null, toolUses: each }, 0)
      const [edit] = applied
      if (edit) expect(edit.clearedTokens).toBeGreaterThanOrEqual(each.clearAtLeast ?? 0)
      else expect(after).toEqual(blocks)
    }),
    runs,
  )
})
