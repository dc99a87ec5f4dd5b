import { expect, test } from 'vitest'
import { foldedWords } from './folded-words'

test.each([
  ['Deploys **on  Fridays**', 'deploys on fridays'],
  ['> `npm test`\n# Now', 'npm test now'],
  ['deploy_day', 'deployday'],
  [' \n ', ''],
])('%j is compared as %j', (text, folded) => {
  expect(foldedWords(text)).toBe(folded)
})
