import { connectionStrings } from './connection-strings'
import { KEY_FORMATS } from './key-formats'
import { privateKeys } from './private-keys'
import { providerSecrets } from './provider-rules'
import { hasAny, type Hit, matchesOf, type ScannedText } from './scanned-text'
import { secretAssignments } from './secret-assignments'

/** Keys and passwords: of known formats, and what is called one and looks random. */
export function secrets(scanned: ScannedText): Hit[] {
  const known = joined([
    ...providerSecrets(scanned),
    ...knownFormats(scanned),
    ...privateKeys(scanned),
    ...connectionStrings(scanned),
  ])
  const isKnown = ({ from, to }: Hit) => known.some((hit) => hit.from < to && from < hit.to)
  return [...known, ...secretAssignments(scanned).filter((hit) => !isKnown(hit))]
}

function knownFormats({ text, folded }: ScannedText): Hit[] {
  return KEY_FORMATS.filter(({ hints }) => hasAny(folded, hints)).flatMap(({ rule, pattern }) =>
    [...matchesOf(text, pattern)]
      // Asked here: a pattern that looks back before its first letter cannot skip ahead to it.
      .filter(({ index }) => index === 0 || !/[A-Za-z0-9]/.test(text[index - 1] ?? ''))
      .map(({ index, 0: key }) => ({ rule, from: index, to: index + key.length })),
  )
}

/** Two rules that find the same key are one finding, of the rule that comes first. */
function joined(hits: readonly Hit[]): Hit[] {
  const kept: Hit[] = []
  for (const hit of hits.toSorted((one, other) => one.from - other.from)) {
    const last = kept.at(-1)
    if (last && hit.from < last.to) last.to = Math.max(last.to, hit.to)
    else kept.push({ ...hit })
  }
  return kept
}
