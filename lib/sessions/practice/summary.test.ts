import type { BetaContentBlockParam, BetaMessageParam } from '@anthropic-ai/sdk/resources/beta'
import { describe, expect, test } from 'vitest'
import type { ContextBlock } from '@/lib/sessions/conversation'
import { reminderText } from '@/lib/sessions/gather-reminder'
import { checkSummary, summaryConversation, summaryPrompt } from '@/lib/sessions/summary'
import { CONTINUE_REQUEST, summaryText } from '@/lib/sessions/summary-text'
import { practiceAnswer } from './agent'

const user = (block: BetaContentBlockParam): ContextBlock => ({
  role: 'user',
  part: 'messages',
  block,
})
const agent = (block: BetaContentBlockParam): ContextBlock => ({
  role: 'assistant',
  part: 'messages',
  block,
})
const text = (words: string) => ({ type: 'text' as const, text: words })
const call = (id: string, input: object) => ({
  type: 'tool_use' as const,
  id,
  name: 'memory',
  input,
})
const result = (id: string, content: string) => ({
  type: 'tool_result' as const,
  tool_use_id: id,
  content,
})

const reminder = reminderText([{ kind: 'changes', text: 'Somebody else wrote something.' }]) ?? ''

const tools = [{ name: 'memory' }]
const LISTING = "Here're the files and directories up to 2 levels deep in /memories:\n9B\t/memories"

const answerTo = (messages: readonly BetaMessageParam[]) => practiceAnswer({ messages, tools })

/** What the practice agent answers when this is to be summarised. */
function summaryOf(...blocks: ContextBlock[]): string {
  const [part] = answerTo(summaryConversation(blocks, summaryPrompt([]), 100_000))
  return part?.type === 'text' ? part.text : ''
}

const forgetting = [
  user(text(reminder)),
  user(text('Forget the plan')),
  agent(call('toolu_1', { command: 'view', path: '/memories' })),
  user(result('toolu_1', LISTING)),
  agent(call('toolu_2', { command: 'delete', path: '/memories/plan.md' })),
  user(result('toolu_2', 'Successfully deleted /memories/plan.md')),
]

describe('the practice agent’s summary', () => {
  test('has all that a summary must have, in the person’s words', () => {
    const summary = summaryOf(user(text('My name is Ada')), ...forgetting)
    expect(checkSummary(summary, 'end_turn')).toBeNull()
    expect(summary).toContain(
      '## All messages of the person\n- My name is Ada\n- Forget the plan\n\n',
    )
    expect(summary).toContain('- Call of memory: {"command":"delete","path":"/memories/plan.md"}')
    expect(summary).not.toContain('Somebody else')
  })

  test('says what was done already, which is then not done again', () => {
    const opening = text(summaryText(summaryOf(...forgetting), CONTINUE_REQUEST))
    const answer = answerTo([
      { role: 'user', content: [opening, text('Forget the plan')] },
      { role: 'assistant', content: [call('toolu_3', { command: 'view', path: '/memories' })] },
      { role: 'user', content: [result('toolu_3', LISTING)] },
    ])
    expect(answer).toMatchObject([
      { text: expect.stringMatching(/^I have taken “plan” out/) as string },
    ])
  })
})

test('reminders and what was restored are not what the person says', () => {
  const restored = text(
    '<memory-data-a1>\nYour memory /memories/a, as it is now:\nx\n</memory-data-a1>',
  )
  const content = [text(reminder), restored, text('Hello')]
  expect(answerTo([{ role: 'user', content }])).toMatchObject([
    { text: expect.stringMatching(/^I am the practice agent: no model/) as string },
    { name: 'memory', input: { command: 'view', path: '/memories' } },
  ])
})

test('without a memory it says so', () => {
  const [part] = practiceAnswer({ messages: [{ role: 'user', content: 'Hello' }] })
  expect(part).toMatchObject({ text: expect.stringContaining('No memory is attached') as string })
})
