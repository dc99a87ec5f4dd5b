import { describe, expect, test } from 'vitest'
import { found, hidden, replied, said, summed, thought, used } from '@/tests/support/context-blocks'
import type { ContextBlock } from './context-block'
import { summaryText } from './compaction-prompt'
import { summaryConversation } from './summary-conversation'

const PROMPT = 'Write the summary.'
const ROOMY = 1_000_000

/** The messages that are sent, with their roles. */
const sent = (blocks: readonly ContextBlock[], budget = ROOMY) =>
  summaryConversation(blocks, PROMPT, budget).flatMap(({ role, content }) =>
    content.map((block) => [role, block.type === 'text' ? block.text : block.type]),
  )
const textsOf = (blocks: readonly ContextBlock[], budget?: number) =>
  sent(blocks, budget).map(([, text]) => text)

const LONG = 'long'.repeat(1_000)
const LEFT_OUT = '[Left out: it did not fit.]'

describe('a conversation sent for a summary', () => {
  test('has messages verbatim, and the request last', () => {
    expect(sent([said('Hello'), replied('Hi')])).toEqual([
      ['user', 'Hello'],
      ['assistant', 'Hi'],
      ['user', PROMPT],
    ])
  })

  test('has calls and results as text', () => {
    expect(sent([said('Go'), used('t', 'memory', { path: '/a' }), found('t', 'one')])).toEqual([
      ['user', 'Go'],
      ['assistant', '[Call of memory: {"path":"/a"}]'],
      ['user', '[Result of the call]\none'],
      ['user', PROMPT],
    ])
  })

  test('says which calls were refused', () => {
    expect(textsOf([said('Go'), used('t'), found('t', 'No.', { is_error: true })])).toContain(
      '[Refusal of the call]\nNo.',
    )
  })

  test('has no thinking', () => {
    expect(textsOf([said('Go'), thought('secret'), hidden('data'), replied('Yes')])).toEqual([
      'Go',
      'Yes',
      PROMPT,
    ])
  })

  test('has the API’s own summary as text, and nothing if it failed', () => {
    expect(sent([said('Go'), summed('What was'), summed(null), replied('Yes')])).toEqual([
      ['user', 'Go'],
      ['assistant', 'What was'],
      ['assistant', 'Yes'],
      ['user', PROMPT],
    ])
  })

  test('begins with the person, as the API wants it', () => {
    expect(sent([replied('Hi'), said('Hello')])).toEqual([
      ['user', '[The conversation begins.]'],
      ['assistant', 'Hi'],
      ['user', 'Hello'],
      ['user', PROMPT],
    ])
  })

  test('has no blank text, which the API rejects', () => {
    expect(textsOf([said(' \n'), replied(''), said('Go')])).toEqual(['Go', PROMPT])
  })

  test('is only the request if nothing was said', () => {
    expect(sent([])).toEqual([['user', PROMPT]])
  })
})

describe('a conversation that is too long to be summarised', () => {
  const calls = [
    said('Look'),
    used('t1'),
    found('t1', LONG),
    used('t2'),
    found('t2', LONG),
    replied('Found.'),
  ]

  test('stays whole if it just fits', () => {
    const whole = textsOf(calls)
    expect(textsOf(calls, 2_050)).toEqual(whole)
  })

  test('loses its oldest call results first', () => {
    const texts = textsOf(calls, 1_100)
    expect(texts[2]).toBe(LEFT_OUT)
    expect(texts[4]).toContain(LONG)
    expect(texts).toHaveLength(7)
  })

  test('loses all call results before any text', () => {
    const texts = textsOf(calls, 100)
    expect(texts.filter((text) => text === LEFT_OUT)).toHaveLength(2)
    expect(texts[0]).toBe('Look')
  })

  test('keeps a result that is shorter than its replacement', () => {
    const short = [said('Look'), used('t1'), found('t1', 'no'), said(LONG)]
    expect(textsOf(short, 1_020)).toContain('[Result of the call]\nno')
  })

  test('then loses its oldest parts, and says how many', () => {
    const talk = [said(LONG), replied(LONG), said('And now?'), replied('Now this.')]
    expect(sent(talk, 500)).toEqual([
      ['user', '[2 older parts of the conversation are left out: they did not fit.]'],
      ['user', 'And now?'],
      ['assistant', 'Now this.'],
      ['user', PROMPT],
    ])
  })

  test('never loses an earlier summary, and loses the person’s text after the agent’s', () => {
    const talk = [
      said(summaryText('They asked for tea.', null)),
      said('Green, please'),
      replied(LONG),
      said('And now?'),
    ]
    const texts = textsOf(talk, 500)
    expect(texts[0]).toContain('They asked for tea.')
    expect(texts).toContain('Green, please')
    expect(texts).not.toContain(LONG)
  })

  test('keeps its last part, however long it is', () => {
    expect(textsOf([said('Hello'), replied(LONG)], 10)).toEqual([
      '[1 older parts of the conversation are left out: they did not fit.]',
      LONG,
      PROMPT,
    ])
  })
})
