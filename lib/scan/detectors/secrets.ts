import { connectionStrings } from './connection-strings'
import { KEY_FORMATS } from './key-formats'
import { Places } from './places'
import { privateKeys } from './private-keys'
import { providerSecrets } from './provider-rules'
import { hasAny, type FoundRange, matchesOf, type ScannedText } from './scanned-text'
import { secretAssignments } from './secret-assignments'

/** Keys and passwords: of known formats, and what is called one and looks random. */
export function secrets(scanned: ScannedText): FoundRange[] {
  const known = joined([
    ...providerSecrets(scanned),
    ...knownFormats(scanned),
    ...privateKeys(scanned),
    ...connectionStrings(scanned),
  ])
  const places = new Places(known)
  return [...known, ...secretAssignments(scanned).filter((range) => !places.overlaps(range))]
}

function knownFormats({ text, folded }: ScannedText): FoundRange[] {
  return KEY_FORMATS.filter(({ hints }) => hasAny(folded, hints)).flatMap(({ rule, pattern }) =>
    [...matchesOf(text, pattern)]
      // Asked here: a pattern that looks back before its first letter cannot skip ahead to it.
      .filter(({ index }) => index === 0 || !/[A-Za-z0-9]/.test(text[index - 1] ?? ''))
      .map(({ index, 0: key }) => ({ rule, from: index, to: index + key.length })),
  )
}

/** Two rules that find the same key are one finding, of the rule that comes first. */
function joined(ranges: readonly FoundRange[]): FoundRange[] {
  const kept: FoundRange[] = []
  for (const range of ranges.toSorted((one, other) => one.from - other.from)) {
    const last = kept.at(-1)
    if (last && range.from < last.to) last.to = Math.max(last.to, range.to)
    else kept.push({ ...range })
  }
  return kept
}
