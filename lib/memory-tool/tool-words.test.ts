import { describe, expect, test } from 'vitest'
import { BROKEN_RULES, shownFacts } from '@/tests/support/broken-rules'
import { toolWords } from './tool-words'

describe.each(BROKEN_RULES)('the memory tool says $rule', (broken) => {
  const wordsOf = (field: 'path' | 'content') =>
    toolWords({ kind: 'invalid_input', field, ...broken }, '/memories/a.md', (path) => path)

  test('of a path as the model wrote it, with its limits', () => {
    const words = wordsOf('path')
    expect(words).toMatch(/^Error: Path \/memories\/a\.md (must|is) \S/)
    const plain = words.replaceAll(/(?<=\d),(?=\d)/g, '')
    for (const fact of shownFacts(broken)) expect(plain).toContain(fact)
  })

  test('of a text', () => {
    expect(wordsOf('content')).toMatch(/^Error: Invalid input: the text (must|is) \S/)
  })
})
