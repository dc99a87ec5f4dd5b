import { cutToTokens, estimatedTokens } from './estimate-tokens'

/** Each message keeps at least this much, however many there are. */
const LEAST_TOKENS = 100

/**
 * Messages of a person as they stay beside a summary: whole where they fit into so many tokens, by a
 * guess. Else the newest have the room, and an older one that does not fit is cut and says so.
 */
export function keptWithin(texts: readonly string[], tokens: number): string[] {
  let room = tokens
  return texts
    .toReversed()
    .map((text) => {
      const allowed = Math.max(Math.floor(room), LEAST_TOKENS)
      const kept = cutToTokens(text, allowed)
      room -= estimatedTokens(kept)
      return kept === text ? text : `${kept}\n[Cut: the rest of this message did not fit.]`
    })
    .toReversed()
}
