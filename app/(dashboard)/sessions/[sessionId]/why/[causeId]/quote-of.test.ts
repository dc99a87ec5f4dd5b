import { expect, test } from 'vitest'
import { quoteOf } from './quote-of'

const LONG = `${'I look at my memory. '.repeat(9)}Deploys go out\non Fridays. ${'Then we rest. '.repeat(20)}`

test('a quote is around the words that are looked for, whatever their case and spaces', () => {
  const quote = quoteOf(LONG, { type: 'contains', text: 'on  fridays' })
  expect(quote?.words).toBe('on Fridays')
  expect(quote?.before).toMatch(/^….*Deploys go out $/)
  expect(quote?.after).toMatch(/^\. Then we rest\..*…$/)
})

test('a quote is the end of an answer without them', () => {
  const quote = quoteOf(LONG, { type: 'contains', text: 'Mondays' })
  expect(quote).toMatchObject({ words: '', after: '' })
  expect(quote?.before).toMatch(/Then we rest\.$/)
  expect(quoteOf('Short.', { type: 'person' })).toEqual({ before: 'Short.', words: '', after: '' })
})

test('of an answer without text there is no quote', () => {
  expect(quoteOf(' \n', { type: 'contains', text: 'x' })).toBeNull()
})
