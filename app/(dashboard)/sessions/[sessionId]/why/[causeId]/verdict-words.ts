import { formats, texts } from '@/components/i18n/server-texts'
import { checkWords } from '@/components/why/check-words'
import { failureWords } from '@/components/why/failure-words'
import { toldCheck, type ToldCheck } from '@/components/why/told-check'
import type { Funnel } from '@/lib/replay/cause-funnel'
import type { CauseSearch } from '@/lib/replay/get-cause'
import { database } from '@/lib/db/open-database'
import { versionIfThere } from '@/lib/store/versions/read-versions'
import { answersToOffer } from '@/lib/replay/model/cause-answers'
import type { Added, CauseResult, FoundCause, PartsAsked } from '@/lib/replay/model/replay'
import { baseName } from '@/lib/text/memory-path'
import { plainName } from '@/lib/text/plain-text'
import { differenceOf, inPoints } from './points'

/** The result of a search in one sentence. */
export async function headline(
  { state, result, memoryCount, check, parts }: CauseSearch,
  funnel: Funnel | null,
): Promise<string> {
  const t = await texts()
  const told = toldCheck(check)
  if (state === 'pending' || state === 'running') {
    if (parts) return t('WhyFound.partsRunning', parts)
    if (memoryCount === null) return t('WhyFound.running', told)
    return funnel && funnel.left < memoryCount
      ? t('WhyFound.left', { left: funnel.left, count: memoryCount })
      : t('WhyFound.runningOf', { count: memoryCount })
  }
  if (isTold(result?.parts) && !isOnlyWeighed(result))
    return partsWords(result.causes, result.parts)
  if (result?.verdict === 'caused') return causedBy(result, told)
  if (result?.verdict === 'contributes') return contributedBy(result)
  if (state === 'canceled') return t('WhyFound.canceled')
  if (state === 'failed') return t('WhyFound.failed')
  if (state === 'budget_reached') return t('WhyFound.budgetReached')
  switch (result?.verdict) {
    case 'no_effect':
      return t('WhyFound.noEffect')
    case 'no_memory':
      return t('WhyFound.noMemory', told)
    case 'unstable':
      return t('WhyFound.unstable', { ...result.baseline, ...told })
    default:
      return t('WhyFound.undecided')
  }
}

async function causedBy({ causes, sufficientSets }: CauseResult, told: ToldCheck): Promise<string> {
  const t = await texts()
  const [only, ...others] = causes
  const count = causes.length
  if (!only || others.length > 0) {
    if (sufficientSets.every((set) => set.length === 1))
      return t('WhyFound.eitherMade', { count, ...told })
    if (sufficientSets.length === 1) return t('WhyFound.togetherMade', { count, ...told })
    return t('WhyFound.severalMade', { count, ...told })
  }
  const file = await nameOf(only)
  if (only.lines === null) return t('WhyFound.fileMade', { file, ...told })
  const [from, to] = only.lines
  return from === to
    ? t('WhyFound.lineMade', { line: from, file, ...told })
    : t('WhyFound.linesMade', { from, to, file, ...told })
}

async function contributedBy({ causes }: CauseResult): Promise<string> {
  const t = await texts()
  const [only, ...others] = causes
  return only && others.length === 0
    ? t('WhyFound.contributes', { file: await nameOf(only) })
    : t('WhyFound.contributesSeveral', { count: causes.length })
}

/** Returns whether an interval without 0 says that it adds. */
function surelyAdds(cause: FoundCause): cause is FoundCause & { readonly adds: Added } {
  return cause.adds !== undefined && cause.adds.interval.low > 0
}

/** Returns whether any answer tells what adds a little. */
function isTold(parts: PartsAsked | undefined): parts is PartsAsked {
  return parts !== undefined && parts.answers > 0
}

/** Returns whether some were weighed and contribute, and the halves that were hidden say no more of any. */
function isOnlyWeighed({ verdict, causes }: CauseResult): boolean {
  return verdict === 'contributes' && !causes.some(surelyAdds)
}

/** The memories that surely add a little, each with about how much; or that there are none. */
async function partsWords(causes: readonly FoundCause[], { answers }: PartsAsked): Promise<string> {
  const t = await texts()
  const sure = causes
    .filter(surelyAdds)
    .map((cause) => ({ cause, ...cause.adds }))
    .toSorted((one, other) => differenceOf(other) - differenceOf(one))
  const [only, ...others] = sure
  if (!only) return t('WhyFound.noParts', { count: answers })
  const effects = sure.map((part) => inPoints(differenceOf(part)))
  return others.length === 0
    ? t('WhyFound.partAdds', { file: await nameOf(only.cause), effect: effects[0] ?? '' })
    : t('WhyFound.partsAdd', { count: sure.length, effects: (await formats()).list(effects) })
}

/** By what answers that is known, and of how many memories it is not. */
async function partsAskedWords({ answers, memories, leftOut }: PartsAsked): Promise<string> {
  const t = await texts()
  const asked = t('WhyFound.partsWhy', { count: answers, memories })
  return leftOut === 0 ? asked : `${asked} ${t('WhyFound.partsLeftOut', { count: leftOut })}`
}

/** How often the answer says so as it was, and without each that contributes. */
async function weighedWords({ baseline, causes, open }: CauseResult): Promise<string> {
  const t = await texts()
  const each = await Promise.all(
    open.map(async ({ hidden, share }) => {
      const [cause] = hidden.flatMap((place) => causes[place] ?? [])
      return cause ? [t('WhyFound.withoutFile', { file: await nameOf(cause), ...share })] : []
    }),
  )
  const without = (await formats()).list(each.flat())
  return t('WhyFound.weighed', { ...baseline, without })
}

/** What an undecided search points to, what is open, and how many answers would tell. */
async function undecidedWords({ causes, open, more }: CauseResult): Promise<string> {
  const t = await texts()
  const format = await formats()
  const files = await Promise.all(causes.map(nameOf))
  const cells = files.length === 0 ? [] : open
  const said = cells.map(({ hidden, share }) => {
    const named = hidden.flatMap((place) => files[place] ?? [])
    return named.length === 0
      ? t('WhyFound.openShown', { files: format.list(files), ...share })
      : t('WhyFound.openHidden', { files: format.list(named), ...share })
  })
  return [
    files.length === 0
      ? t('WhyFound.undecidedNone')
      : t('WhyFound.undecidedWhy', { files: format.list(files) }),
    ...said,
    more == null ? '' : t('WhyFound.moreWouldTell', { count: answersToOffer(more) }),
  ]
    .join(' ')
    .trim()
}

/** How far a search is, or what came of it, in a word or two. */
export async function standing({ state, result, waiting }: CauseSearch): Promise<string> {
  const t = await texts()
  if (waiting.length > 0) return t('WhyFound.waitsForYou')
  if (result !== null && state === 'completed') {
    if (result.causes.some(surelyAdds)) return t('WhyFound.partsNamed')
    return t(`WhyFound.verdict_${result.verdict}`)
  }
  return t(`WhyFound.state_${state}`)
}

/** The sentences below: what was looked for and how often it was so, or why there is no result. */
export async function subline({
  state,
  result,
  check,
  error,
  rounds,
}: CauseSearch): Promise<string> {
  const t = await texts()
  if (result?.confirmed) {
    const { withCauses, withoutCauses } = result.confirmed
    const shares = t('WhyFound.withWithout', {
      held: withCauses.held,
      of: withCauses.of,
      heldWithout: withoutCauses.held,
      ofWithout: withoutCauses.of,
      count: result.causes.length,
      ...toldCheck(check),
    })
    return `${await checkWords(check)} ${shares}`
  }
  if (state === 'failed') return failureWords(error ?? '')
  if (isTold(result?.parts) && isOnlyWeighed(result)) {
    const notSurer = t('WhyFound.notSurer', { count: result.parts.answers })
    return `${await checkWords(check)} ${await weighedWords(result)} ${notSurer}`
  }
  if (isTold(result?.parts))
    return `${await checkWords(check)} ${await partsAskedWords(result.parts)}`
  if (result?.verdict === 'contributes')
    return `${await checkWords(check)} ${await weighedWords(result)}`
  if (result?.verdict === 'undecided') return undecidedWords(result)
  const words = await checkWords(check)
  const hidden = rounds.find(({ purpose }) => purpose === 'all_hidden')
  if (result?.verdict !== 'no_memory' || !hidden) return words
  return `${words} ${t('WhyFound.allHiddenHeld', { ...hidden.share, ...toldCheck(check) })}`
}

async function nameOf({ storeId, versionId }: FoundCause): Promise<string> {
  const about = { storeId, versionId, view: 'basic' } as const
  const path = (await versionIfThere(database(), about))?.path ?? null
  return path === null ? '…' : plainName(baseName(path))
}
