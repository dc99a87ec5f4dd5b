import { parseArgs } from 'node:util'
import { wireCause, wireCauseEstimate } from '@/lib/api/resources/cause'
import { seesAllOf } from '@/lib/auth/may'
import { getSession } from '@/lib/agent/get-session'
import { database } from '@/lib/db/open-database'
import { type CauseSearch, getCause } from '@/lib/replay/get-cause'
import { followReplay } from '@/lib/replay/follow-replay'
import type { Check } from '@/lib/replay/model/check'
import { answersToOffer } from '@/lib/replay/model/cause-answers'
import type { CauseResult, FoundCause, OpenCell } from '@/lib/replay/model/replay'
import { type CauseEstimate, estimateCause, startCause } from '@/lib/replay/start-cause'
import { authorOf } from '@/lib/store/model/author-of'
import { likelyMoneyInEnglish, spentMoneyInEnglish } from '@/lib/text/dollars'
import { actorNames } from '@/lib/store/stores/name-actor'
import { getVersion } from '@/lib/store/versions/read-versions'
import { KEY_FILE, reviewerOf } from './deciding-key'
import { printable } from './printable'
import { UsageError } from './usage'

/**
 * `palimpsest why <session> <event> --says <text>`: what made an agent say it; exit code 1 if nothing
 * was found that did. Each round is told on standard error as it is asked.
 */
export async function whyCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...KEY_FILE,
      says: { type: 'string' },
      check: { type: 'string' },
      'max-requests': { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const [sessionId, eventId, ...others] = positionals
  if (sessionId === undefined || eventId === undefined || others.length > 0) {
    throw new UsageError('why takes a session and an event of the turn')
  }
  const check = checkOf(values)
  const { caller } = await reviewerOf(values['key-file'])
  const db = database()
  const { stores } = await getSession(db, sessionId)
  const storeIds = stores.map(({ storeId }) => storeId)
  if (!seesAllOf(caller, storeIds)) throw new UsageError(`there is no session ${sessionId}`)
  const asked = { sessionId, eventId, check, budget: budgetOf(values['max-requests']) }
  const estimate = await estimateCause(db, asked)
  if (values['dry-run']) {
    process.stdout.write(`${JSON.stringify(wireCauseEstimate(estimate), null, 2)}\n`)
    return 0
  }
  process.stderr.write(`  ${priceOf(estimate)}\n`)
  const id = await startCause(db, { ...asked, by: caller.actor })
  const cause = await followed(id)
  if (values.json) {
    process.stdout.write(`${JSON.stringify(await wireCause(db, cause), null, 2)}\n`)
  } else for (const line of await linesOf(cause)) process.stdout.write(`${printable(line)}\n`)
  return cause.result?.verdict === 'caused' ? 0 : 1
}

function checkOf({ says, check }: { says?: string; check?: string }): unknown {
  if ((says === undefined) === (check === undefined)) {
    throw new UsageError('say what to look for: --says <text>, or --check <JSON>')
  }
  if (says !== undefined) return { type: 'contains', text: says }
  const parsed = parsedJson(check ?? '')
  if (isPersons(parsed)) {
    throw new UsageError('a person marks answers in the dashboard or over the API, not here')
  }
  return parsed
}

/** Nobody would mark the answers that it waits for. */
function isPersons(check: unknown): boolean {
  return typeof check === 'object' && check !== null && 'type' in check && check.type === 'person'
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError('--check must be JSON')
  }
}

function budgetOf(given: string | undefined): { maxRequests: number } | undefined {
  if (given === undefined) return undefined
  const maxRequests = Number(given)
  if (Number.isInteger(maxRequests) && maxRequests > 0) return { maxRequests }
  throw new UsageError('--max-requests must be a number from 1')
}

/** A search once it is over, whichever process works on it; its rounds are told as they come. */
async function followed(id: string): Promise<CauseSearch> {
  let last: CauseSearch | null = null
  let told = 0
  const { signal } = new AbortController()
  for await (const cause of followReplay(database(), { id, read: getCause, signal })) {
    const whole = cause.finishedAt === null ? cause.rounds.length - 1 : cause.rounds.length
    for (; told < whole; told++) {
      const { purpose, shown, hidden, share } = cause.rounds[told] ?? {}
      const words = purpose?.replaceAll('_', ' ')
      process.stderr.write(
        `  ${words}: ${shown} shown, ${hidden} hidden, held ${share?.held} of ${share?.of}\n`,
      )
    }
    last = cause
  }
  if (!last) throw new Error('a search that was started is gone')
  return last
}

async function linesOf(cause: CauseSearch): Promise<string[]> {
  const { state, result, error, usage, check, sessionId } = cause
  const tokens = usage.inputTokens + usage.outputTokens
  const cost = `${usage.requests} requests, ${tokens} tokens${spentMoneyInEnglish(usage.usd)}`
  if (!result) return [`${state.replaceAll('_', ' ')}${error ? `: ${error}` : ''} (${cost})`]
  const found = await Promise.all(result.causes.map(causeLine))
  const isOne = found.length === 1
  const causes = found.map((line, place) => (isOne ? `  ${line}` : `  ${place + 1}. ${line}`))
  const open = await Promise.all(result.open.map((cell) => openLine(result, cell)))
  const about = [...setLines(result), ...open, ...doubtsOf(result)]
  const rest = [...about, ...repeatedLines(sessionId, result)]
  return [`${verdictOf(result, check)} (${cost})`, ...causes, ...rest]
}

/** What the agent itself repeats stays when memory is hidden, and may make it say so again. */
function repeatedLines(
  sessionId: string,
  { repeatedEarlier, firstRead }: CauseResult,
): readonly string[] {
  if (repeatedEarlier.length === 0) return []
  return [
    `repeated earlier: the agent itself repeated something from memory, which stays when that is hidden, in ${repeatedEarlier.join(', ')}`,
    ...(firstRead ? [`first read in the turn of: ${sessionId} ${firstRead}`] : []),
  ]
}

/** The sets of which each suffices, by the places of their memories in the list before; none: there is one cause. */
function setLines({ causes, sufficientSets }: CauseResult): string[] {
  if (causes.length < 2 || sufficientSets.length === 0) return []
  const sets = sufficientSets.map((set) => set.map((place) => place + 1).join(' and '))
  return [`  enough by itself: ${sets.join(', or ')}`]
}

function priceOf({ memoryCount, requests, usd, budget, ...estimate }: CauseEstimate) {
  const tokens = estimate.inputTokens + estimate.outputTokens
  const money = likelyMoneyInEnglish(usd)
  return `among ${memoryCount} memories: about ${requests} requests, ${tokens} tokens${money}; at most ${budget.maxRequests} requests`
}

/** Reasons for which a result is weaker than its numbers. */
function doubtsOf({ areRepeatsWeak, confirmed }: CauseResult): string[] {
  const unlike = (confirmed?.unlike ?? []).map(({ end, share: { held, of } }) =>
    end === 'as_it_was'
      ? `  held ${held} of ${of} as it was: what else is shown seems to matter, too`
      : `  held ${held} of ${of} with everything hidden: what else is shown seems to matter, too`,
  )
  const weak = '  the answers repeat each other word for word: repeats are weak evidence'
  return areRepeatsWeak === true ? [...unlike, weak] : unlike
}

function verdictOf({ verdict, confirmed, baseline, more }: CauseResult, check: Check): string {
  switch (verdict) {
    case 'caused': {
      const { withCauses, withoutCauses } = confirmed ?? {}
      const counts = `held ${withCauses?.held} of ${withCauses?.of} with it, ${withoutCauses?.held} of ${withoutCauses?.of} without`
      return `caused: ${counts}${confirmed ? `, ${effectOf(confirmed)}` : ''}`
    }
    case 'no_effect': {
      const { withCauses, withoutCauses } = confirmed ?? {}
      return `no effect seen: held ${withCauses?.held} of ${withCauses?.of} with it, ${withoutCauses?.held} of ${withoutCauses?.of} without`
    }
    case 'no_memory':
      return `it ${does(check)} without any memory`
    case 'unstable':
      return `not stable, it ${does(check)} in ${baseline.held} of ${baseline.of} answers`
    case 'contributes':
      return 'not decided: these made it likelier, others may have, too'
    case 'undecided':
      return more == null
        ? 'not decided'
        : `not decided: about ${answersToOffer(more)} more answers would tell`
  }
}

/** What an answer does that passes a check. */
function does(check: Check): string {
  switch (check.type) {
    case 'contains':
      return 'says so'
    case 'lacks':
      return 'leaves that out'
    case 'calls':
      return `calls ${check.name}`
    default:
      return 'answers so'
  }
}

/** The difference in percentage points, as its interval. */
function effectOf({ interval: { low, high } }: NonNullable<CauseResult['confirmed']>): string {
  const points = (share: number) => Math.round(100 * share)
  return `${points(low)} to ${points(high)} points (90 %)`
}

/** A line that says how often it held with some of what was found hidden. */
async function openLine(
  { causes }: CauseResult,
  { hidden, share: { held, of } }: OpenCell,
): Promise<string> {
  const paths = await Promise.all(
    hidden.flatMap((place) => causes[place] ?? []).map(async (cause) => pathOf(cause)),
  )
  const what = paths.length === 0 ? 'none of these' : paths.join(', ')
  return `  ${what} hidden: held ${held} of ${of}`
}

async function pathOf({ storeId, versionId }: FoundCause): Promise<string> {
  const shown = await getVersion(database(), { storeId, versionId, view: 'basic' })
  return shown.path ?? versionId
}

async function causeLine({ storeId, versionId, lines, writtenBy }: FoundCause): Promise<string> {
  const db = database()
  const shown = await getVersion(db, { storeId, versionId, view: 'basic' })
  const writer = await getVersion(db, { storeId, versionId: writtenBy, view: 'basic' })
  const author = authorOf(writer)
  const names = await actorNames(db, [author.id])
  const place = lines === null ? '' : `:${lines[0]}${lines[0] === lines[1] ? '' : `-${lines[1]}`}`
  const since = new Date(writer.createdAt).toISOString()
  return `${shown.path ?? versionId}${place}  ${names.get(author.id) ?? author.id}, ${since}`
}
