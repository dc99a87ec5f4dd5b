import type { Check } from '@/lib/replay/model/check'

/** The checks that a form can make: no person is waited for. */
export type FormCheck = Exclude<Check, { type: 'person' }>

export const CHECK_KINDS: readonly FormCheck['type'][] = [
  'contains',
  'lacks',
  'calls',
  'matches',
  'judged',
]

/** The words that a check looks for, or what its model is asked. */
export function wordsOf(check: FormCheck): string {
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
  }
}

/** A check of a kind for the same words. `model`: whom it asks if a model decides. */
export function checkOf(type: FormCheck['type'], words: string, model: string): FormCheck {
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
  }
}

/** The same check of other words; what else it has stays. */
export function withWords(check: FormCheck, words: string): FormCheck {
  switch (check.type) {
    case 'calls':
      return { ...check, name: words }
    case 'judged':
      return { ...check, question: words }
    default:
      return checkOf(check.type, words, '')
  }
}
