import type { Check } from './model/check'
import type { Answer } from './turn/turn'

/** Returns whether a check holds in an answer. Case, white space and marks of Markdown do not count. */
export function holds(check: Check, answer: Answer): boolean {
  switch (check.type) {
    case 'contains':
      return folded(answer.texts.join('\n')).includes(folded(check.text))
    case 'lacks':
      return !folded(answer.texts.join('\n')).includes(folded(check.text))
    case 'calls':
      return answer.calls.some(({ name }) => name === check.name)
  }
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[*_`#>]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
