import { expect, test } from 'vitest'
import { BROKEN_RULES, shownFacts } from '@/tests/support/broken-rules'
import { problemWords } from './problem-words'

test.each(BROKEN_RULES)(
  'the command line says $rule, of which option, with its limits',
  (broken) => {
    const words = problemWords({ kind: 'invalid_input', field: 'name', ...broken })
    expect(words).toMatch(/^name (must|is) \S/)
    const plain = words.replaceAll(/(?<=\d),(?=\d)/g, '')
    for (const fact of shownFacts(broken)) expect(plain).toContain(fact)
  },
)
