import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conversation } from '@/tests/support/context-blocks'
import { estimatedTokens } from './estimate-tokens'
import { summaryConversation } from './summary-conversation'
import type { Message } from './context-block'

const PROMPT = 'Write the summary.'
const budget = fc.nat(4_000)
const runs = { numRuns: 200 }

const textsOf = (messages: readonly Message[]) =>
  messages.flatMap(({ content }) =>
    content.map((block) => (block.type === 'text' ? block.text : `a ${block.type}`)),
  )

test('only text is sent, the person begins and the sides take turns, the request is last', () => {
  fc.assert(
    fc.property(conversation, budget, (blocks, tokens) => {
      const messages = summaryConversation(blocks, PROMPT, tokens)
      expect(messages.flatMap(({ content }) => content).every(({ type }) => type === 'text')).toBe(
        true,
      )
      expect(messages.map(({ role }) => role)).toEqual(
        messages.map((_, at) => (at % 2 === 0 ? 'user' : 'assistant')),
      )
      expect(messages.at(-1)?.role).toBe('user')
      expect(textsOf(messages).at(-1)).toBe(PROMPT)
      expect(textsOf(messages).every((text) => text.trim() !== '')).toBe(true)
    }),
    runs,
  )
})

test('it fits, unless the last part alone does not', () => {
  fc.assert(
    fc.property(conversation, budget, (blocks, tokens) => {
      const texts = textsOf(summaryConversation(blocks, PROMPT, tokens)).slice(0, -1)
      const sizes = texts.map(estimatedTokens)
      const sum = sizes.reduce((all, each) => all + each, 0)
      const isLastAlone = texts.length <= 2
      expect(sum <= tokens || isLastAlone).toBe(true)
    }),
    runs,
  )
})

test('what fits is sent whole', () => {
  fc.assert(
    fc.property(conversation, (blocks) => {
      const whole = textsOf(summaryConversation(blocks, PROMPT, 1_000_000))
      const size = whole.slice(0, -1).reduce((sum, text) => sum + estimatedTokens(text), 0)
      expect(textsOf(summaryConversation(blocks, PROMPT, size))).toEqual(whole)
    }),
    runs,
  )
})

test('what a smaller budget keeps a larger one keeps too, except call results', () => {
  fc.assert(
    fc.property(conversation, budget, budget, (blocks, one, other) => {
      const said = (tokens: number) =>
        textsOf(summaryConversation(blocks, PROMPT, tokens)).filter(
          (text) => !/^\[(Result|Refusal|Left out|\d+ older|The conversation)/.test(text),
        )
      const [less, more] = [said(Math.min(one, other)), said(Math.max(one, other))]
      // In the same order, and as often.
      let from = 0
      for (const text of less) {
        const at = more.indexOf(text, from)
        expect(at).toBeGreaterThanOrEqual(from)
        from = at + 1
      }
    }),
    runs,
  )
})
