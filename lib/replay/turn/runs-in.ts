/** Characters of a run that cannot be shared by chance (why.md, "Replaying a turn"). */
const RUN_CHARACTERS = 24
const RUN_WORDS = 5

/** Case and white space make no difference to whether somebody repeats a text. */
function folded(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

/** The runs of a text of which none is shared by chance: 24 characters, or 5 words. */
export function* runsIn(text: string): Generator<string> {
  const whole = folded(text)
  for (let from = 0; from + RUN_CHARACTERS <= whole.length; from++) {
    yield whole.slice(from, from + RUN_CHARACTERS)
  }
  const words = whole.split(' ')
  for (let from = 0; from + RUN_WORDS <= words.length; from++) {
    const run = words.slice(from, from + RUN_WORDS).join(' ')
    // Longer ones are covered by their characters.
    if (run.length < RUN_CHARACTERS) yield run
  }
}
