import { NO_CONTEXT } from './context-state'
import { expect, test } from 'vitest'
import type { Session } from './session'
import { NO_USAGE, type SessionEvent } from './session-event'
import { checkedSettings } from './session-settings'
import { transcriptJson, transcriptMarkdown } from './transcript'

const session: Session = {
  id: 'sesn_1',
  title: 'Tea',
  settings: checkedSettings({ model: 'm' }),
  metadata: {},
  status: 'idle',
  stopReason: null,
  lastSequence: 4,
  context: NO_CONTEXT,
  usage: NO_USAGE,
  stores: [],
  openedBy: null,
  createdAt: 0,
  updatedAt: 0,
  archivedAt: null,
  revision: 0,
  redactions: 0,
}
const at = (sequence: number) => ({ id: `sevt_${sequence}`, sequence, createdAt: 1000 * sequence })
const events: SessionEvent[] = [
  { type: 'user.message', texts: ['Remember tea'], ...at(1) },
  {
    type: 'agent.tool_use',
    name: 'memory',
    input: { command: 'view', path: '/memories' },
    modelToolUseId: 'toolu_1',
    malformedInput: null,
    needsApproval: false,
    ...at(2),
  },
  {
    type: 'agent.tool_result',
    toolUseId: 'sevt_2',
    content: 'a ``` fence ```` inside',
    isError: false,
    written: [{ storeId: 'memstore_1', versionId: 'memver_1' }],
    durationMs: 1,
    ...at(3),
  },
  { type: 'agent.message', text: 'Half', isPartial: true, ...at(4) },
]

test('a transcript in Markdown says who said what, and what each call did', () => {
  const text = transcriptMarkdown(session, events)
  expect(text).toContain('# Tea')
  expect(text).toContain('## Person, 1970-01-01T00:00:01.000Z\n\nRemember tea')
  expect(text).toContain('## Call of memory')
  expect(text).toContain('## Result of memory')
  expect(text).toContain('- wrote memver_1')
  expect(text).toContain('Half\n\n*(broken off)*')
})

test('no memory content can close its own block', () => {
  expect(transcriptMarkdown(session, events)).toContain('`````text\na ``` fence ```` inside\n`````')
})

test('a transcript in JSON has every event as stored', () => {
  expect(JSON.parse(transcriptJson(session, events))).toEqual({ session, events })
})
