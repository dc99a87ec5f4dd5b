import { describe, expect, test } from 'vitest'
import { checkSummary } from './check-summary'
import { SUMMARY_SECTIONS } from './summary-sections'

const TITLES = SUMMARY_SECTIONS.map(({ title }) => title)

/** A summary with its headings written this way. */
const written = (heading: (title: string, number: number) => string, titles = TITLES) =>
  titles.map((title, at) => `${heading(title, at + 1)}\nNone`).join('\n\n')
const plain = (title: string) => `## ${title}`

describe('a summary', () => {
  test('with all its sections is valid', () => {
    expect(checkSummary(written(plain), 'end_turn')).toBeNull()
  })

  test('may lack the next step', () => {
    expect(checkSummary(written(plain, TITLES.slice(0, -1)), 'end_turn')).toBeNull()
  })

  test('may have its sections in another order, and others beside them', () => {
    const titles = [...TITLES].reverse().concat('Notes')
    expect(checkSummary(`Here it is:\n\n${written(plain, titles)}`, 'end_turn')).toBeNull()
  })

  test.each(['', ' ', '\n\t\n'])('is empty if it is %j', (summary) => {
    expect(checkSummary(summary, 'end_turn')).toEqual({ kind: 'empty' })
  })

  test.each(['max_tokens', 'model_context_window_exceeded'])(
    'that ended by %s is cut off, whatever it holds',
    (stopReason) => {
      expect(checkSummary(written(plain), stopReason)).toEqual({ kind: 'cut_off' })
    },
  )

  test('that is empty and cut off is empty', () => {
    expect(checkSummary('', 'max_tokens')).toEqual({ kind: 'empty' })
  })

  test.each(['end_turn', 'stop_sequence', null])(
    'that ended by %s is not cut off',
    (stopReason) => {
      expect(checkSummary(written(plain), stopReason)).toBeNull()
    },
  )

  test.each(TITLES.slice(0, -1))('without the section “%s” says that it is missing', (title) => {
    const rest = TITLES.filter((each) => each !== title)
    expect(checkSummary(written(plain, rest), 'end_turn')).toEqual({
      kind: 'sections_missing',
      titles: [title],
    })
  })

  test('without any section names them all, in their order', () => {
    expect(checkSummary('They talked.', 'end_turn')).toEqual({
      kind: 'sections_missing',
      titles: TITLES.slice(0, -1),
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
    ['in bold in a heading', (title) => `### **${title}**`],
    ['in bold after a number', (title, number) => `${number}. **${title}**`],
    ['in bold with the number', (title, number) => `**${number}. ${title}**`],
    ['in bold in a heading with the number', (title, number) => `## **${number}. ${title}:**`],
    ['with a colon', (title) => `## ${title}:`],
    ['in capitals', (title) => `## ${title.toUpperCase()}`],
    ['in title case', (title) => `## ${title.replace(/\b\w/g, (first) => first.toUpperCase())}`],
    ['without any markup', (title) => title],
    ['with spaces around', (title) => `  ## ${title}  `],
    ['with two spaces inside', (title) => `## ${title.replaceAll(' ', '  ')}`],
    ['closed as well', (title) => `## ${title} ##`],
  ])('may have its headings %s', (_name, heading) => {
    expect(checkSummary(written(heading), 'end_turn')).toBeNull()
  })

  test('may have Windows line endings', () => {
    expect(checkSummary(written(plain).replaceAll('\n', '\r\n'), 'end_turn')).toBeNull()
  })

  test.each<[string, (title: string) => string]>([
    ['in a sentence', (title) => `Nothing of ${title} was said.`],
    ['at the beginning of a line', (title) => `${title} was not spoken of`],
    ['at the end of a line', (title) => `There was no ${title}`],
    ['in a longer heading', (title) => `## No ${title} here`],
    ['in code', (title) => `    ${title}`],
    ['in a quotation', (title) => `> ${title}`],
  ])('lacks a section whose title only appears %s', (_name, line) => {
    const summary = `${written(plain, TITLES.slice(1))}\n${line(TITLES[0] ?? '')}`
    expect(checkSummary(summary, 'end_turn')).toEqual({
      kind: 'sections_missing',
      titles: TITLES.slice(0, 1),
    })
  })
})
