/** A longer quote is rarely said again word by word. */
const MAX_WORDS = 4

/** Of what a person selected so many words are looked for as they are. */
const MAX_SELECTED_WORDS = 6

/** How much less often a word is said that names something: a number, a path, a name. */
const NAME = /[\p{N}_/]|.\p{Lu}/u
const NAME_WEIGHT = 4

/**
 * The words of an answer that are proposed to look for: those that are selected in it if they are few,
 * else those of them, or of its last sentence, that are said most rarely.
 */
export function likelyQuote(said: string, selected: string): string {
  const chosen = selected.trim()
  if (chosen !== '' && chosen.split(/\s+/).length <= MAX_SELECTED_WORDS) return chosen
  return rarestWords(chosen === '' ? (sentencesOf(said).at(-1) ?? '') : chosen)
}

function sentencesOf(text: string): string[] {
  return (
    text
      // Places, and those in brackets, are rarely what is meant.
      .split(/(?<=[.!?])\s+|\n+|[()]/)
      .map((sentence) => sentence.replaceAll(/[*_`#>]/g, '').trim())
      .filter((sentence) => sentence.length > 3 && !sentence.startsWith('/'))
  )
}

/** The few neighbouring words of a text that are said most rarely: long ones, and names. */
function rarestWords(text: string): string {
  const words = text.split(/\s+/)
  let [best, bestWeight] = ['', -1]
  for (let at = 0; at === 0 || at + MAX_WORDS <= words.length; at++) {
    const few = words.slice(at, at + MAX_WORDS)
    const weight = few.reduce((sum, word) => sum + weightOf(word), 0)
    // What a sentence ends with is what it is about, more often than what it begins with.
    if (weight >= bestWeight) [best, bestWeight] = [few.join(' '), weight]
  }
  return best.replaceAll(/^[\s"“„«(]+|[\s"”“».!?:;,)]+$/g, '')
}

function weightOf(word: string): number {
  return word.length + (NAME.test(word) ? NAME_WEIGHT : 0)
}
