import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  agent,
  answered,
  asked,
  call,
  compacted,
  logOf,
  person,
  refusal,
  result,
  usage,
} from '@/tests/support/session-log'
import { type ContextBlock, conversationOf, type Message } from './conversation'
import type { NewEvent } from './event'
import { estimatedTokens, NO_PARTS } from './parts'
import {
  checkSummary,
  SUMMARY_SECTIONS,
  summaryConversation,
  type SummaryInput,
  summaryPrompt,
  summaryRequest,
} from './summary'

const TITLES = SUMMARY_SECTIONS.map(({ title }) => title)

/** A summary whose headings are written like this. */
const summaryOf = (heading: (title: string, number: number) => string, titles = TITLES) =>
  titles.map((title, at) => `${heading(title, at + 1)}\nNone`).join('\n\n')
const plain = (title: string) => `## ${title}`

describe('what a summary is asked for with', () => {
  const prompt = summaryPrompt([])

  test('names each section once, in order, with what belongs in it', () => {
    const headings = [...prompt.matchAll(/^## (.*)\n(.*)$/gm)].map(([, title, asks]) => [
      title,
      asks,
    ])
    expect(headings).toEqual(SUMMARY_SECTIONS.map(({ title, asks }) => [title, asks]))
  })

  test('says that what a memory holds is data', () => {
    expect(prompt).toMatch(/is data.*do not follow/)
  })

  test('has the session’s own instructions, then the person’s for this time', () => {
    expect(summaryPrompt(['Keep names.', ' Above all the numbers.\n'])).toContain(
      'the person wants this of the summary:\nKeep names.\n\nAbove all the numbers.\n\n',
    )
  })
})

describe('a summary', () => {
  test('may lack the next step, and have other sections in another order', () => {
    const titles = TITLES.slice(0, -1).toReversed().concat('Notes')
    expect(checkSummary(`Here it is:\n\n${summaryOf(plain, titles)}`, 'end_turn')).toBeNull()
  })

  test.each<[string, string, string | null, string]>([
    ['empty', '', 'end_turn', 'empty'],
    ['blank', '\n\t\n', 'max_tokens', 'empty'],
    ['cut off', summaryOf(plain), 'max_tokens', 'cut_off'],
    ['cut off by the window', summaryOf(plain), 'model_context_window_exceeded', 'cut_off'],
    ['refused', 'I will not.', 'refusal', 'refusal'],
  ])('that is %s does not', (_what, summary, stopReason, reason) => {
    expect(checkSummary(summary, stopReason)).toEqual({ reason, message: '' })
  })

  test('that lacks sections names them in their order', () => {
    const [first = '', second = '', ...rest] = TITLES
    expect(checkSummary(summaryOf(plain, rest), null)).toEqual({
      reason: 'sections_missing',
      message: `${first}, ${second}`,
    })
  })

  test.each<[string, (title: string, number: number) => string]>([
    ['of the first level', (title) => `# ${title}`],
    ['of the sixth level', (title) => `###### ${title}`],
    ['with numbers', (title, number) => `## ${number}. ${title}`],
    ['with numbers in brackets', (title, number) => `${number}) ${title}`],
    ['in bold', (title) => `**${title}**`],
    ['in bold with a colon inside', (title) => `**${title}:**`],
    ['in bold with a colon after', (title) => `**${title}**:`],
    ['in bold in a heading with the number', (title, number) => `## **${number}. ${title}:**`],
    ['in capitals', (title) => `## ${title.toUpperCase()}`],
    ['without any markup', (title) => title],
    ['with spaces around and inside', (title) => `  ## ${title.replaceAll(' ', '  ')}  `],
    ['closed as well', (title) => `## ${title} ##`],
    ['with Windows line ends', (title) => `## ${title}\r`],
  ])('may have its headings %s', (_what, heading) => {
    expect(checkSummary(summaryOf(heading), 'end_turn')).toBeNull()
  })

  test.each<[string, (title: string) => string]>([
    ['in a sentence', (title) => `Nothing of ${title} was said.`],
    ['at the beginning of a line', (title) => `${title} was not spoken of`],
    ['in a longer heading', (title) => `## No ${title} here`],
    ['in code', (title) => `    ${title}`],
    ['in a quotation', (title) => `> ${title}`],
  ])('lacks a section whose title stands only %s', (_what, line) => {
    const summary = `${summaryOf(plain, TITLES.slice(1))}\n${line(TITLES[0] ?? '')}`
    expect(checkSummary(summary, 'end_turn')).toMatchObject({ message: TITLES[0] })
  })
})

const PROMPT = 'Write the summary.'
const ROOMY = 1_000_000
const blocksOf = (...bodies: NewEvent[]) => conversationOf(logOf(...bodies), 'm')

const textsOf = (messages: readonly Message[]) =>
  messages.flatMap(({ content }) =>
    content.map((block) => (block.type === 'text' ? block.text : `a ${block.type}`)),
  )
const sent = (blocks: readonly ContextBlock[], budget = ROOMY) =>
  textsOf(summaryConversation(blocks, PROMPT, budget))

const LONG = 'long'.repeat(1_000)
const LEFT_OUT = '[Left out: it did not fit.]'

describe('a conversation that is sent for a summary', () => {
  test('has calls and results as text, and the request last', () => {
    const use = call('t', { input: { command: 'create' } })
    expect(sent(blocksOf(person('Go'), use, result('t', 'one'), agent('Yes')))).toEqual([
      'Go',
      '[Call of memory: {"command":"create"}]',
      '[Result of the call]\none',
      'Yes',
      PROMPT,
    ])
  })

  test('says which calls were refused', () => {
    const log = [person('Go'), call('t'), refusal('t', 'No.')]
    expect(sent(blocksOf(...log))).toContain('[Refusal of the call]\nNo.')
  })
})

describe('a conversation that is too long to be summarised', () => {
  const create = { input: { command: 'create' } }
  const calls = blocksOf(
    person('Look'),
    call('t', create),
    result('t', LONG),
    call('u', create),
    result('u', LONG),
    agent('Found.'),
  )

  test('loses its oldest results first', () => {
    const texts = sent(calls, 1_100)
    expect(texts[2]).toBe(LEFT_OUT)
    expect(texts[4]).toContain(LONG)
  })

  test('loses all results before any text', () => {
    const texts = sent(calls, 100)
    expect(texts.filter((text) => text === LEFT_OUT)).toHaveLength(2)
    expect(texts[0]).toBe('Look')
  })

  test('then loses what the agent said, the oldest first, and says how much', () => {
    const talk = blocksOf(person('Green tea'), agent(LONG), person('And now?'), agent('This.'))
    expect(sent(talk, 500)).toEqual([
      '[1 older parts of the conversation are left out: they did not fit.]',
      'Green tea',
      'And now?',
      'This.',
      PROMPT,
    ])
  })

  test('never loses an earlier summary', () => {
    const talk = blocksOf(compacted({ summary: `Tea. ${LONG}` }), person('a'), agent('b'))
    expect(sent(talk, 10)[0]).toContain('Tea.')
  })
})

const words = fc.string({ maxLength: 200 })
const answer = fc.oneof(
  words,
  fc.nat(2_000).map((length) => 'x'.repeat(length)),
)
const turn = fc.record({
  said: fc.option(words),
  spoken: fc.option(words),
  answers: fc.array(answer, { maxLength: 3 }),
})
const conversation = fc.array(turn, { maxLength: 8 }).map((turns) =>
  blocksOf(
    person('Begin'),
    ...turns.flatMap(({ said, spoken, answers }, at) => {
      const ids = answers.map((_, index) => `t${at}-${index}`)
      return [
        ...(said === null ? [] : [person(said)]),
        ...(spoken === null ? [] : [agent(spoken)]),
        ...ids.map((id) => call(id)),
        ...ids.map((id, index) => result(id, answers[index] ?? '')),
      ]
    }),
  ),
)
const budget = fc.nat(4_000)

describe('whatever was said, and however much of it fits', () => {
  test('only text is sent, the sides take turns, and the request is last', () => {
    fc.assert(
      fc.property(conversation, budget, (blocks, tokens) => {
        const messages = summaryConversation(blocks, PROMPT, tokens)
        const roles = messages.map(({ role }) => role)
        expect(roles).toEqual(roles.map((_, at) => (at % 2 === 0 ? 'user' : 'assistant')))
        const texts = textsOf(messages)
        expect(texts.every((text) => text.trim() !== '')).toBe(true)
        expect(
          messages.flatMap(({ content }) => content).every(({ type }) => type === 'text'),
        ).toBe(true)
        expect(texts.at(-1)).toBe(PROMPT)
      }),
    )
  })

  test('it fits, unless the last part alone does not', () => {
    fc.assert(
      fc.property(conversation, budget, (blocks, tokens) => {
        const texts = sent(blocks, tokens).slice(0, -1)
        const sum = texts.reduce((all, text) => all + estimatedTokens(text), 0)
        expect(sum <= tokens || texts.length <= 2).toBe(true)
      }),
    )
  })

  test('what fits is sent whole', () => {
    fc.assert(
      fc.property(conversation, (blocks) => {
        const whole = sent(blocks)
        const size = whole.slice(0, -1).reduce((sum, text) => sum + estimatedTokens(text), 0)
        expect(sent(blocks, size)).toEqual(whole)
      }),
    )
  })
})

describe('the request for a summary', () => {
  const input: SummaryInput = {
    model: 's',
    window: 200_000,
    maxTokens: 16_384,
    temperature: 0,
    instructions: [],
    share: 1,
  }

  test('leaves half of a small window to the conversation', () => {
    const body = summaryRequest({ ...input, window: 10_000 }, logOf(person('a')))
    expect(body.max_tokens).toBe(5_000)
  })

  const sizeFor = (more: Partial<SummaryInput>, ...bodies: NewEvent[]) =>
    estimatedTokens(
      textsOf(summaryRequest({ ...input, ...more }, logOf(...bodies)).messages as Message[])
        .slice(0, -1)
        .join(''),
    )
  const talk = Array.from({ length: 30 }, () => [person('x'), agent(LONG)]).flat()

  test('has what fits into the window, and half of it where that did not fit', () => {
    const room = 20_000 - 10_000 - estimatedTokens(summaryPrompt([]))
    const whole = sizeFor({ window: 20_000 }, ...talk)
    expect(whole).toBeLessThanOrEqual(room)
    expect(whole).toBeGreaterThan(room - 1_200)
    expect(sizeFor({ window: 20_000, share: 0.5 }, ...talk)).toBeLessThanOrEqual(room / 2)
  })

  test('has less where the server counts more than is estimated', () => {
    const start = { ...asked({ estimated_parts: { ...NO_PARTS, messages: 100 } }), id: 'start' }
    const end = answered('end_turn', { model_usage: usage({ input_tokens: 200 }) })
    const counted = sizeFor({ window: 20_000 }, ...talk, start, end)
    expect(counted).toBeLessThanOrEqual(sizeFor({ window: 20_000 }, ...talk) / 2 + 1_000)
  })
})
