import { expect, test } from 'vitest'
import { saidVerbatim } from './said-verbatim'

test('a message that the summary holds verbatim counts', () => {
  expect(saidVerbatim(['Write it down', 'Now!'], '## All messages\n- “Write it down”')).toEqual({
    total: 2,
    verbatim: 1,
    missing: ['Now!'],
  })
})

test('line breaks, indents and quotation markers make no difference', () => {
  const message = 'First line\r\nsecond   line\n\n- third'
  const summary = 'They said:\n\n> First line\n> second line\n>\n> - third\n'
  expect(saidVerbatim([message], summary)).toEqual({ total: 1, verbatim: 1, missing: [] })
})

test('another letter makes a difference', () => {
  expect(saidVerbatim(['Use port 8080'], 'Use port 8081').missing).toEqual(['Use port 8080'])
})

test('blank messages are not looked for', () => {
  expect(saidVerbatim([' \n'], 'anything')).toEqual({ total: 0, verbatim: 0, missing: [] })
})
