import { expect, test } from 'vitest'
import type { ToolUseClearing } from '@/lib/context/context-settings'
import { clearingOutlook } from './clearing-outlook'

const READING = ['memory_list', 'memory_read']

const toolUses: ToolUseClearing = {
  trigger: { type: 'input_tokens', value: 100_000 },
  keep: 3,
  clearAtLeast: null,
  excludeTools: [],
  clearToolInputs: false,
}

test('a context in which nothing was cleared says from where on it would be', () => {
  expect(clearingOutlook({ by: 'api', toolUses }, READING)).toEqual({
    kind: 'at_input_tokens',
    value: 100_000,
  })
  const byCalls = { ...toolUses, trigger: { type: 'tool_uses' as const, value: 9 } }
  expect(clearingOutlook({ by: 'palimpsest', toolUses: byCalls }, READING)).toEqual({
    kind: 'at_tool_uses',
    value: 9,
  })
})

test('it says that nothing will be, where clearing is off or leaves out all that reads memory', () => {
  expect(clearingOutlook({ by: 'off', toolUses }, READING)).toEqual({ kind: 'off' })
  expect(clearingOutlook({ by: 'api', toolUses: null }, READING)).toEqual({ kind: 'off' })
  const keeping = { ...toolUses, excludeTools: ['x', ...READING] }
  expect(clearingOutlook({ by: 'api', toolUses: keeping }, READING)).toEqual({
    kind: 'keeps_reads',
  })
})
