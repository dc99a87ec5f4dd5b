import type { Check } from '@/lib/replay/model/check'

/** The kinds of checks that wait for nobody. */
export const CHECK_KINDS: readonly Check['type'][] = [
  'contains',
  'lacks',
  'calls',
  'matches',
  'judged',
]

/** The words that a check looks for, or what its model is asked; '' where a person says. */
export function wordsOf(check: Check): string {
  switch (check.type) {
    case 'contains':
    case 'lacks':
      return check.text
    case 'matches':
      return check.pattern
    case 'calls':
      return check.name
    case 'judged':
      return check.question
    case 'person':
      return ''
  }
}

/** A check of a kind for the same words. `model`: whom it asks if a model decides. */
export function checkOf(type: Check['type'], words: string, model: string): Check {
  switch (type) {
    case 'contains':
    case 'lacks':
      return { type, text: words }
    case 'matches':
      return { type, pattern: words }
    case 'calls':
      return { type, name: words }
    case 'judged':
      return { type, question: words, model }
    case 'person':
      return { type }
  }
}

/** The same check of other words; what else it has stays. */
export function withWords(check: Check, words: string): Check {
  switch (check.type) {
    case 'calls':
      return { ...check, name: words }
    case 'judged':
      return { ...check, question: words }
    default:
      return checkOf(check.type, words, '')
  }
}
