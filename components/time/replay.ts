/** Asks the time bar to play a store's changes, from wherever on its page. */
const REPLAY = 'palimpsest:replay'

/** Plays what came after a change, if the page has a time bar. */
export function replayFrom(sequence: number): void {
  window.dispatchEvent(new CustomEvent(REPLAY, { detail: sequence }))
}

/** Calls `play` with the change after which to begin; returns how to stop that. */
export function onReplay(play: (sequence: number) => void): () => void {
  const listen = (event: Event) => {
    if (event instanceof CustomEvent) play(Number(event.detail))
  }
  window.addEventListener(REPLAY, listen)
  return () => window.removeEventListener(REPLAY, listen)
}
