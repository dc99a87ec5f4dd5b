import { expect, test } from 'vitest'
import type { AgentToolUse, SessionEvent } from '@/lib/agent/session-event'
import { readsIn } from './reads-in'

const store = (storeId: string, mountName: string) => ({
  ...{ storeId, mountName, name: mountName, description: '', instructions: '' },
  access: 'read_write' as const,
})

let sequence = 0
function logged(name: string, input: AgentToolUse['input'], content: string): SessionEvent[] {
  const at = { sequence: ++sequence, createdAt: 0 }
  const call = { name, input, modelToolUseId: 'm', malformedInput: null, needsApproval: false }
  const id = `sevt_${sequence}`
  const result = { toolUseId: id, content, isError: false, written: [], durationMs: 1 }
  return [
    { type: 'agent.tool_use', ...call, ...at, id },
    { type: 'agent.tool_result', ...result, ...at, id: `${id}r` },
  ]
}

test('a search reads the memories of which its answer shows lines, in whichever store', () => {
  const one =
    '/a.md\n  3: On Fridays.\n/on-fridays.md\n[More than 20 documents; search for something longer.]'
  const two = '/a.md\n  1: /c.md says on Fridays.'
  const answer = `In the store one:\n${one}\nIn the store two:\n${two}`
  const events = [
    ...logged('memory_list', {}, '1B\t/listed.md'),
    ...logged('memory_search', { query: 'on fridays' }, answer),
    ...logged('memory_read', { store: 'one', path: '/a.md' }, '     1\tOn Fridays.'),
  ]
  const reads = readsIn(events, { stores: [store('s1', 'one'), store('s2', 'two')] })
  expect([...reads]).toEqual([
    ['s1 /a.md', { first: 4, last: 5 }],
    ['s2 /a.md', { first: 4, last: 4 }],
  ])
})
