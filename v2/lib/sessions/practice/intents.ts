import { rawWords } from './lines'

/** What a person asks of the practice agent, by plain rules. */
export interface Intent {
  kind: 'remember' | 'recall' | 'correct' | 'forget' | 'unclear'
  /** what it is about: to recall, the words to look for, '' for everything */
  what: string
  /** to correct: what is right */
  to?: string
}

const CORRECT = [
  /^(?:please\s+)?(?:correct|change|replace)\s*:?\s+(.+?)\s+(?:to|with|into|by|->|→)\s+(.+)$/is,
  /^(.+?)\s*(?:->|→)\s*(.+)$/s,
  /^(?:it(?:'s| is)\s+)?not\s+(.+?),?\s+but\s+(.+)$/is,
]
const FORGET = /^(?:please\s+)?(?:forget|delete|remove)\s+(?:that\s+|about\s+|the\s+)?(.+)$/is
const REMEMBER = /^(?:please\s+)?(?:remember|note|write down|save|store)(?:\s+that|\s*:)?\s+(.+)$/is
const RECALL =
  /^(?:please\s+)?(?:what|who|where|when|which|how|do|does|is|are|tell|show|recall|list)\b(.*)$/is
const FACT = /^(?:my|i|i'm|i am|we|our|the|it)\b/i

/** Reads a message; the first rule that fits decides. */
export function intentOf(message: string): Intent {
  const text = message.trim()
  for (const rule of CORRECT) {
    const [, from, to] = rule.exec(text) ?? []
    if (from !== undefined && to !== undefined) {
      return { kind: 'correct', what: plain(from), to: plain(to) }
    }
  }
  const [, forgotten] = FORGET.exec(text) ?? []
  if (forgotten !== undefined) return { kind: 'forget', what: plain(forgotten) }
  const [, told] = REMEMBER.exec(text) ?? []
  if (told !== undefined) return { kind: 'remember', what: told.trim() }
  const [, asked] = RECALL.exec(text) ?? []
  if (asked !== undefined || text.endsWith('?')) {
    return { kind: 'recall', what: topicOf(asked ?? text) }
  }
  return { kind: FACT.test(text) ? 'remember' : 'unclear', what: text }
}

const QUOTES = /^["'“”‘’«»]+|["'“”‘’«».!?]+$/g

const plain = (text: string) => text.trim().replace(QUOTES, '').trim()

/** Words that say nothing of what is looked for. */
const EMPTY = new Set(
  'a about all am an and any anything are can did do does for from have how i in is it know list me memory my of on or our please recall remember say show tell that the there they this to us was we what were when where which who why will with you your'.split(
    ' ',
  ),
)

const topicOf = (text: string): string =>
  rawWords(text)
    .filter((word) => !EMPTY.has(word))
    .join(' ')
