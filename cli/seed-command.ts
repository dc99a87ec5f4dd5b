import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Database } from '@/lib/db/database'
import { takeTests } from '@/lib/api/transferred-tests'
import { database } from '@/lib/db/open-database'
import { COMMAND_LINE_ACTOR } from '@/lib/store/model/actor'
import { createStore, type CreateStoreInput } from '@/lib/store/stores/change-stores'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { WHOLE_DISK } from '@/lib/transfer/disk-reach'
import { openPath } from '@/lib/transfer/open-source'
import type { SeedReport } from '@/lib/transfer/seed-report'
import { planSeed, planSeedOfNewStore, runSeed } from '@/lib/transfer/seed-store'
import type { ConflictChoice } from '@/lib/transfer/seeding'
import { findStoreNamed } from './find-store'
import { printable } from './printable'
import { typedFrom } from './typed-from'
import { UsageError } from './usage'
import type { SeedReason } from '@/lib/store/model/seed-reason'
import { seedReasonInEnglish } from '@/lib/store/model/seed-reason-in-english'

/** `palimpsest seed <source> --store <name>`. */
export async function seedCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    allowNegative: true,
    options: {
      store: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      history: { type: 'boolean', default: true },
      uncommitted: { type: 'boolean', default: false },
      conflicts: { type: 'string', default: 'leave' },
      'max-content-bytes': { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const [location, ...others] = positionals
  if (location === undefined || others.length > 0) throw new UsageError('seed takes one source')
  if (values.store === undefined) throw new UsageError('seed needs --store <name or id>')
  const db = database()
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  const source = await openPath({
    location: path.resolve(typedFrom(), location),
    kind: 'any',
    withHistory: values.history,
    withUncommitted: values.uncommitted,
    reach: WHOLE_DISK,
    signal: stop.signal,
  })
  const input = {
    source,
    withHistory: values.history,
    onConflict: conflictChoice(values.conflicts),
    cause: { actor: COMMAND_LINE_ACTOR },
    // Whoever works on this machine may do anything here.
    trustsActors: true,
    tests: takeTests(db, COMMAND_LINE_ACTOR),
  }
  const found = await findStoreNamed(db, values.store)
  const newStore = { name: values.store, settings: settingsOf(values['max-content-bytes']) }
  if (values['dry-run']) {
    const plan = found
      ? await planSeed(db, { ...input, storeId: found.id }, stop.signal)
      : await planSeedOfNewStore(db, { ...input, newStore }, stop.signal)
    if (!found) process.stderr.write(`would make the store ${printable(values.store)}\n`)
    print(plan, 'would be', values.json)
    return 0
  }
  const store = found ?? (await makeStore(db, newStore))
  const report = await runSeed(
    db,
    { ...input, storeId: store.id },
    { jobId: 'command line', signal: stop.signal, report: progressLine() },
  )
  print(report, 'were', values.json)
  return report.isStopped ? 130 : 0
}

function conflictChoice(text: string): ConflictChoice {
  const [choice] = CONFLICT_CHOICES.filter((each) => each === text)
  if (choice === undefined) throw new UsageError('--conflicts takes leave, source or store')
  return choice
}

const CONFLICT_CHOICES: readonly ConflictChoice[] = ['leave', 'source', 'store']

function settingsOf(maxContentBytes: string | undefined): CreateStoreInput['settings'] {
  return maxContentBytes === undefined ? {} : { maxContentBytes: Number(maxContentBytes) }
}

async function makeStore(db: Database, newStore: CreateStoreInput): Promise<MemoryStore> {
  const store = await createStore(db, newStore)
  process.stderr.write(`made the store ${printable(store.name)} (${store.id})\n`)
  return store
}

/** Shows progress in one line, overwritten on a terminal; nothing if output is redirected. */
function progressLine(): (phase: string, progress: number, total: number) => void {
  if (!process.stderr.isTTY) return () => {}
  return (phase, progress, total) => {
    process.stderr.write(`\r\x1b[K${phase}${total > 0 ? ` ${progress} of ${total}` : ''}`)
    if (total > 0 && progress >= total) process.stderr.write('\r\x1b[K')
  }
}

const LISTED = 20

function print(report: SeedReport, verb: 'would be' | 'were', isJson: boolean): void {
  if (isJson) {
    process.stdout.write(`${JSON.stringify(wordedReport(report), null, 2)}\n`)
    return
  }
  const lines = [`source: ${report.source}`]
  const { history, counts } = report
  if (history) {
    lines.push(
      history.reason === null
        ? `history: ${history.moments} moments, ${day(history.from)} to ${day(history.to)}, by ${history.authors.join(', ') || 'nobody named'}`
        : `history: not taken over (${seedReasonInEnglish(history.reason)}); the present state is`,
    )
  }
  for (const [action, count] of Object.entries(counts)) {
    if (count > 0) lines.push(`${action.padEnd(10)} ${count}`)
  }
  for (const repository of report.repositories) {
    lines.push(
      `note: ${repository} is a git repository; seed its folder itself to take its history, too`,
    )
  }
  lines.push(`${report.versions} versions ${verb} written`)
  if (report.tests > 0) lines.push(`${report.tests} memory tests ${verb} taken over`)
  const noted = report.entries.flatMap(({ path: memory, action, reason }) =>
    reason === null ? [] : [`  ${action} ${memory}: ${seedReasonInEnglish(reason)}`],
  )
  lines.push(...noted.slice(0, LISTED))
  if (noted.length > LISTED) lines.push(`  … and ${noted.length - LISTED} more (--json lists them)`)
  if (report.isStopped) lines.push('stopped; what was written by then is whole')
  process.stdout.write(`${lines.map(printable).join('\n')}\n`)
}

/** The report with its reasons in English, and also as codes with their facts. */
function wordedReport({ history, entries, ...report }: SeedReport) {
  return {
    ...report,
    history: history && { ...history, ...worded(history.reason) },
    entries: entries.map((entry) => ({ ...entry, ...worded(entry.reason) })),
  }
}

const worded = (why: SeedReason | null) => ({ reason: why && seedReasonInEnglish(why), why })

function day(time: number | null): string {
  return time === null ? 'unknown' : new Date(time).toISOString().slice(0, 10)
}
