import fc from 'fast-check'
import type { ContextBlock } from '@/lib/context/context-block'

/** Conversation blocks, for tests of functions on them. */
export const said = (text: string): ContextBlock => ({
  role: 'user',
  part: 'messages',
  block: { type: 'text', text },
})

export const replied = (text: string): ContextBlock => ({
  role: 'assistant',
  part: 'messages',
  block: { type: 'text', text },
})

export const thought = (thinking: string): ContextBlock => ({
  role: 'assistant',
  part: 'messages',
  block: { type: 'thinking', thinking, signature: 'signed' },
})

export const hidden = (data: string): ContextBlock => ({
  role: 'assistant',
  part: 'messages',
  block: { type: 'redacted_thinking', data },
})

export const used = (id: string, name = 'search', input: object = { query: id }): ContextBlock => ({
  role: 'assistant',
  part: 'messages',
  block: { type: 'tool_use', id, name, input },
})

export const found = (id: string, content: string, more: object = {}): ContextBlock => ({
  role: 'user',
  part: 'otherResults',
  block: { type: 'tool_result', tool_use_id: id, content, ...more },
})

/** The API's own summary; null: it failed. */
export const summed = (content: string | null): ContextBlock => ({
  role: 'assistant',
  part: 'messages',
  block: { type: 'compaction', content, encrypted_content: null },
})

const text = fc.string({ maxLength: 200 })
const longText = fc.nat(2_000).map((length) => 'x'.repeat(length))

/** One answer of a model: maybe thinking, maybe text, some calls; and their results. */
const turn = fc.record({
  asked: fc.option(text),
  thinking: fc.constantFrom('none', 'plain', 'redacted'),
  words: fc.option(text),
  calls: fc.array(
    fc.record({
      name: fc.constantFrom('memory', 'search', 'fetch'),
      query: text,
      answer: fc.oneof(text, longText),
      isError: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
})

/** Realistic conversations: a message, then turns, each call answered before the next turn. */
export const conversation: fc.Arbitrary<ContextBlock[]> = fc
  .array(turn, { maxLength: 8 })
  .map((turns) => {
    const blocks: ContextBlock[] = [said('Begin')]
    for (const [at, { asked, thinking, words, calls }] of turns.entries()) {
      if (asked !== null) blocks.push(said(asked))
      if (thinking === 'plain') blocks.push(thought(`thought ${at}`))
      if (thinking === 'redacted') blocks.push(hidden(`data ${at}`))
      if (words !== null) blocks.push(replied(words))
      const named = calls.map((call, index) => ({ ...call, id: `toolu_${at}_${index}` }))
      blocks.push(...named.map(({ id, name, query }) => used(id, name, { query })))
      blocks.push(
        ...named.map(({ id, answer, isError }) =>
          found(id, answer, isError ? { is_error: true } : {}),
        ),
      )
    }
    return blocks
  })
