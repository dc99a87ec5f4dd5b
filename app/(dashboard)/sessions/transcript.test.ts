import { expect, test } from 'vitest'
import type { SessionEvent } from '@/lib/sessions/event'
import type { Session } from '@/lib/sessions/sessions'
import { markdownOf } from './transcript'

const session = {
  id: 'sesn_1',
  title: 'Ship it',
  createdAt: new Date('2026-07-15T12:00:00Z'),
  settings: { model: 'practice-agent' },
  stores: [{ name: 'Notes' }],
} as unknown as Session

const place = (sequence: number) => ({
  id: `e${sequence}`,
  sequence,
  processed_at: '2026-07-15T12:00:00Z',
})

test('says who said what, under the title, the model and the stores', () => {
  const events: SessionEvent[] = [
    { ...place(1), type: 'user.message', content: [{ type: 'text', text: 'Hello' }] },
    { ...place(2), type: 'agent.message', content: [{ type: 'text', text: 'Good day' }] },
  ]
  expect(markdownOf(session, events)).toBe(
    '# Ship it\n\n2026-07-15T12:00:00.000Z · practice-agent · Notes\n\n## Person\n\nHello\n\n## Agent\n\nGood day\n',
  )
})

test('a fence within an answer does not end it', () => {
  const call: SessionEvent = {
    ...place(1),
    type: 'agent.tool_use',
    name: 'memory',
    input: {},
    model_tool_use_id: 't',
    evaluated_permission: 'allow',
  }
  const answer: SessionEvent = {
    ...place(2),
    type: 'agent.tool_result',
    tool_use_id: 'e1',
    is_error: false,
    content: [{ type: 'text', text: '```\n# not a heading\n```' }],
    memory_versions: [],
    seen: [],
    duration_ms: 1,
  }
  expect(markdownOf(session, [call, answer])).toContain('````\n```\n# not a heading\n```\n````')
})
