import { expect, test } from 'vitest'
import { likelyQuote } from './likely-quote'

test('a few words that are selected are looked for as they are', () => {
  expect(likelyQuote('Deploys go out on Fridays, after lunch.', 'on Fridays,')).toBe('on Fridays,')
})

test('of a long selection the rarest neighbouring words are proposed', () => {
  const selected = 'It is so that we always deploy to staging-eu-2 with Terraform when it is late'
  expect(likelyQuote(selected, selected)).toBe('staging-eu-2 with Terraform when')
})

test('where nothing is selected, the last sentence that is no place tells', () => {
  const said = 'I looked it up.\n\nDeploys go out on **Fridays**. (/team/deploy.md)'
  expect(likelyQuote(said, '')).toBe('go out on Fridays')
})

test('a text of one word is proposed whole', () => {
  expect(likelyQuote('Fridays.', '')).toBe('Fridays')
})

test('an answer without words proposes nothing', () => {
  expect(likelyQuote('', '')).toBe('')
})
