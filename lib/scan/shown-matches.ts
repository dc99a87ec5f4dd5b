import { withSecretsOrAllMasked } from './masked-secrets'
import { maskedIn } from '@/lib/text/masked-line'
import { type Match, SNIPPET_UNITS } from '@/lib/text/matches'

/**
 * Matches as results show them, in the same groups: what is secret in their snippets is masked, for
 * nobody asked to see it there. A long word that a snippet cuts is masked, too: it may be a secret
 * of which nothing tells without its other part.
 */
export async function shownMatches(groups: readonly (readonly Match[])[]): Promise<Match[][]> {
  const masked = await withSecretsOrAllMasked(groups.flat().map(({ snippet }) => snippet))
  const left = masked[Symbol.iterator]()
  return groups.map((matches) =>
    matches.map((match) => {
      const { value: snippet = '' } = left.next()
      return { ...match, snippet: withCutWordsMasked({ ...match, snippet }) }
    }),
  )
}

/** Shorter words are those of a language, or tell too little of a secret. */
const CUT_AT_START = /^[\w+/=.~-]{12,}/
const CUT_AT_END = /[\w+/=.~-]{12,}$/

function withCutWordsMasked({ snippet, snippetStart }: Match): string {
  const [first = ''] = snippetStart > 0 ? (CUT_AT_START.exec(snippet) ?? []) : []
  const [last = ''] = snippet.length >= SNIPPET_UNITS ? (CUT_AT_END.exec(snippet) ?? []) : []
  const withoutFirst = maskedIn(snippet, 0, first.length)
  return last === ''
    ? withoutFirst
    : maskedIn(withoutFirst, snippet.length - last.length, snippet.length)
}
