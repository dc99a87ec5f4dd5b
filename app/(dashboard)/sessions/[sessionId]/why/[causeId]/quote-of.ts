import type { Check } from '@/lib/replay/model/check'

/** A part of an answer, and the words in it that a check looks for; '' where they are not found. */
export interface Quote {
  before: string
  words: string
  after: string
}

/** Characters of an answer that is quoted, and of them those before the words that are looked for. */
const QUOTED = 160
const BEFORE = 50

/**
 * The part of an answer that tells most: around the words that a check looks for, else its end, since
 * an agent looks at its memory before it says what it found. Null for an answer without text.
 */
export function quoteOf(text: string, check: Check): Quote | null {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line === '') return null
  const wanted = 'text' in check ? check.text.replaceAll(/\s+/g, ' ') : ''
  const at = wanted === '' ? -1 : line.toLowerCase().indexOf(wanted.toLowerCase())
  if (at === -1) {
    const isWhole = line.length <= QUOTED
    return { before: isWhole ? line : `…${line.slice(-QUOTED)}`, words: '', after: '' }
  }
  const end = at + wanted.length
  const from = Math.max(0, at - BEFORE)
  const to = Math.max(end, from + QUOTED)
  return {
    before: `${from > 0 ? '…' : ''}${line.slice(from, at)}`,
    words: line.slice(at, end),
    after: `${line.slice(end, to)}${to < line.length ? '…' : ''}`,
  }
}
