// A caller that leaves before the answer: the framework reports that as an error, with its stack.

/** Keeps callers that left out of what the framework writes to the log. */
export function sayNothingOfHungUp() {
  const report = console.error
  console.error = (...words) => {
    if (!words.some(isOfHungUp)) report(...words)
  }
}

/**
 * Returns whether an error is Node's for a body that breaks off, or the framework's for a caller
 * that left.
 */
function isOfHungUp(word) {
  if (!(word instanceof Error)) return false
  return (
    word.name === 'ResponseAborted' || (word.message === 'aborted' && word.code === 'ECONNRESET')
  )
}
