import { expect, test } from 'vitest'
import { saidVerbatim } from './said-verbatim'

test('a message counts that stands in the summary letter by letter', () => {
  expect(saidVerbatim(['Write it down', 'Now!'], '## All messages\n- “Write it down”')).toEqual({
    total: 2,
    verbatim: 1,
    missing: ['Now!'],
  })
})

test('line ends, indents and signs of quotation make no difference', () => {
  const message = 'First line\r\nsecond   line\n\n- third'
  const summary = 'They said:\n\n> First line\n> second line\n>\n> - third\n'
  expect(saidVerbatim([message], summary)).toEqual({ total: 1, verbatim: 1, missing: [] })
})

test('another letter makes a difference', () => {
  expect(saidVerbatim(['Use port 8080'], 'Use port 8081').missing).toEqual(['Use port 8080'])
})

test('messages of spaces alone are not looked for', () => {
  expect(saidVerbatim([' \n'], 'anything')).toEqual({ total: 0, verbatim: 0, missing: [] })
})
