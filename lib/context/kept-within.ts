import { cutToTokens, estimatedTokens } from './estimate-tokens'

/** Minimum tokens kept per message, however many there are. */
const MIN_TOKENS = 100

/**
 * A person's messages as kept beside a summary: whole if they fit into the token limit, by an
 * estimate. Otherwise the newest take precedence, and an older one that does not fit is cut and
 * says so.
 */
export function keptWithin(texts: readonly string[], tokens: number): string[] {
  let room = tokens
  return texts
    .toReversed()
    .map((text) => {
      const allowed = Math.max(Math.floor(room), MIN_TOKENS)
      const kept = cutToTokens(text, allowed)
      room -= estimatedTokens(kept)
      return kept === text ? text : `${kept}\n[Cut: the rest of this message did not fit.]`
    })
    .toReversed()
}
