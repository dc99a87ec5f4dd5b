import { expect, test } from 'vitest'
import { BROKEN_RULES, shownFacts } from '@/tests/support/broken-rules'
import { documentWords } from './document-words'

test.each(BROKEN_RULES)('the document tools name $rule, its field and its limits', (broken) => {
  const words = documentWords({ kind: 'invalid_input', field: 'content', ...broken })
  expect(words).toMatch(/^Error: Invalid input: content (must|is) \S/)
  const plain = words.replaceAll(/(?<=\d),(?=\d)/g, '')
  for (const fact of shownFacts(broken)) expect(plain).toContain(fact)
})
