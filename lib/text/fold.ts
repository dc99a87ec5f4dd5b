/**
 * A text for comparison without regard to case: as long as the original, so that offsets in one are
 * offsets in the other. What would change its length in lower case is kept; every sigma is the same.
 */
export function foldForSearch(text: string): string {
  const lower = text.toLowerCase()
  const folded = lower.length === text.length ? lower : foldEach(text)
  return folded.includes('ς') ? folded.replaceAll('ς', 'σ') : folded
}

function foldEach(text: string): string {
  let folded = ''
  for (const character of text) {
    const lower = character.toLowerCase()
    folded += lower.length === character.length ? lower : character
  }
  return folded
}
