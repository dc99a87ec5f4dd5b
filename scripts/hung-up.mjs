// A caller that leaves before the answer: the framework reports that as an error, with its stack.

/** Has nothing said of callers that left, in what the framework writes to the log. */
export function sayNothingOfHungUp() {
  const report = console.error
  console.error = (...words) => {
    if (!words.some(isOfHungUp)) report(...words)
  }
}

/** With what Node ends a body that breaks off, and the framework what waited for its answer. */
function isOfHungUp(word) {
  if (!(word instanceof Error)) return false
  return (
    word.name === 'ResponseAborted' || (word.message === 'aborted' && word.code === 'ECONNRESET')
  )
}
