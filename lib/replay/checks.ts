import { foldedWords } from '@/lib/text/folded-words'
import type { Check } from './model/check'
import type { Answer } from './turn/turn'

/** Returns whether a check holds in an answer. Case, white space and marks of Markdown do not count. */
export function holds(check: Check, answer: Answer): boolean {
  switch (check.type) {
    case 'contains':
      return foldedWords(answer.texts.join('\n')).includes(foldedWords(check.text))
    case 'lacks':
      return !foldedWords(answer.texts.join('\n')).includes(foldedWords(check.text))
    case 'calls':
      return answer.calls.some(({ name }) => name === check.name)
  }
}
