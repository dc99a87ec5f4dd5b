/** A person's request to the practice agent, recognised by plain rules. */
export type Intent =
  | { kind: 'remember'; what: string }
  /** `topic`: words to look for; empty: everything */
  | { kind: 'recall'; topic: string }
  | { kind: 'correct'; from: string; to: string }
  | { kind: 'forget'; what: string }
  | { kind: 'unclear' }

const QUOTES = /^["'“”‘’«»]+|["'“”‘’«».!?]+$/g

const plain = (text: string) => text.trim().replace(QUOTES, '').trim()

/** Reads a person's message; the first matching rule wins. */
export function intentOf(message: string): Intent {
  const text = message.trim()
  const correct =
    /^(?:please\s+)?(?:correct|change|replace)\s*:?\s+(.+?)\s+(?:to|with|into|by|->|→)\s+(.+)$/is.exec(
      text,
    ) ?? /^(.+?)\s*(?:->|→)\s*(.+)$/s.exec(text)
  if (correct)
    return { kind: 'correct', from: plain(correct[1] ?? ''), to: plain(correct[2] ?? '') }
  const notBut = /^(?:it(?:'s| is)\s+)?not\s+(.+?),?\s+but\s+(.+)$/is.exec(text)
  if (notBut) return { kind: 'correct', from: plain(notBut[1] ?? ''), to: plain(notBut[2] ?? '') }
  const forget =
    /^(?:please\s+)?(?:forget|delete|remove)\s+(?:that\s+|about\s+|the\s+)?(.+)$/is.exec(text)
  if (forget) return { kind: 'forget', what: plain(forget[1] ?? '') }
  const remember =
    /^(?:please\s+)?(?:remember|note|write down|save|store)(?:\s+that|\s*:)?\s+(.+)$/is.exec(text)
  if (remember) return { kind: 'remember', what: (remember[1] ?? '').trim() }
  const recall =
    /^(?:please\s+)?(?:what|who|where|when|which|how|do|does|is|are|tell|show|recall|list)\b(.*)$/is.exec(
      text,
    )
  if (recall || text.endsWith('?')) return { kind: 'recall', topic: topicOf(recall?.[1] ?? text) }
  if (/^(?:my|i|i'm|i am|we|our|the|it)\b/i.test(text)) return { kind: 'remember', what: text }
  return { kind: 'unclear' }
}

/** Words without meaning for the search. */
const EMPTY = new Set(
  'a about all am an and any anything are can did do does for from have how i in is it know list me memory my of on or our please recall remember say show tell that the there they this to us was we were what when where which who why will with you your'.split(
    ' ',
  ),
)

function topicOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => !EMPTY.has(word)).join(' ')
}
