import { text as textOf } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { searchBackups } from '@/lib/backup/search-backups'
import { searchWatchedFolders } from '@/lib/connect/search-outside'
import { searchSources } from '@/lib/transfer/search-sources'
import { database } from '@/lib/db/open-database'
import { COMMAND_LINE_ACTOR } from '@/lib/store/model/actor'
import { findElsewhere, findText, type TextHit } from '@/lib/store/redaction/find-text'
import type { RedactionReceipt } from '@/lib/store/model/redaction-receipt'
import { redactText } from '@/lib/store/redaction/redact-text'
import { requireStoreNamed } from './find-store'
import { UsageError } from './usage'

/**
 * `palimpsest redact --store <name>`; the text is read from standard input, so that no shell
 * history keeps it.
 */
export async function redactCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      store: { type: 'string' },
      replacement: { type: 'string', default: '[redacted]' },
      'earlier-versions': { type: 'string', default: 'rewrite' },
      unreadable: { type: 'string', default: 'keep' },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  if (values.store === undefined) throw new UsageError('redact needs --store <name or id>')
  const earlierVersions = values['earlier-versions']
  if (earlierVersions !== 'rewrite' && earlierVersions !== 'empty') {
    throw new UsageError('--earlier-versions is rewrite or empty')
  }
  const { unreadable } = values
  if (unreadable !== 'keep' && unreadable !== 'empty') {
    throw new UsageError('--unreadable is keep or empty')
  }
  const db = database()
  const store = await requireStoreNamed(db, values.store)
  const text = (await textOf(process.stdin)).replace(/\r?\n$/, '')
  const wanted = { text, storeIds: [store.id] }
  if (values['dry-run']) {
    const found = await findText(db, { ...wanted, limit: LISTED })
    const { counts, places, placeCount } = found
    const elsewhere = await findElsewhere(db, wanted)
    process.stdout.write(`${JSON.stringify(counts)}\n`)
    for (const place of places) process.stdout.write(`${lineOf(place)}\n`)
    for (const { versionId, memoryId } of found.unreadable) {
      process.stdout.write(`unreadable  ${versionId} of ${memoryId} is damaged and may hold it\n`)
    }
    if (placeCount > places.length) {
      process.stdout.write(`and ${placeCount - places.length} more\n`)
    }
    if (elsewhere.places > 0) process.stdout.write(`${elsewhereWords(elsewhere)}\n`)
    return 0
  }
  searchWatchedFolders()
  searchSources()
  searchBackups()
  const { finished } = await redactText(db, {
    ...wanted,
    replacement: values.replacement,
    earlierVersions,
    unreadable,
    tellsElsewhere: true,
    cause: { actor: COMMAND_LINE_ACTOR },
  })
  const job = await finished
  const { result: receipt } = job
  if (receipt === null) {
    process.stderr.write(
      `palimpsest: the redaction is not finished (${job.state}: ${job.error ?? ''}): ask for it again\n`,
    )
    return 1
  }
  process.stdout.write(`${JSON.stringify(receipt, null, 2)}\n`)
  const problems = problemsOf(receipt)
  for (const problem of problems) process.stderr.write(`palimpsest: ${problem}\n`)
  return problems.length === 0 ? 0 : 1
}

/** The most hits that a dry run lists; all are counted. */
const LISTED = 1000

function lineOf(place: TextHit): string {
  if (place.kind !== 'memory') return `${place.kind}  ${place.table}.${place.column}`
  const when = place.isNow ? 'now' : 'earlier'
  return `memory  ${place.memoryId}  ${when}, ${place.versions} versions`
}

/** Words what other stores hold, which a redaction of one store leaves. */
function elsewhereWords({ places, storeIds }: NonNullable<RedactionReceipt['elsewhere']>): string {
  const named = storeIds.length === 0 ? '' : ` (${storeIds.join(', ')})`
  const counted = places === 1 ? '1 more match' : `${places} more matches`
  return `${counted} of the text outside this store${named}`
}

/** Words the reasons for which a redaction is incomplete. */
function problemsOf(receipt: RedactionReceipt): string[] {
  const { proof, compaction, runsNotReached } = receipt
  const problems: string[] = []
  if (!compaction.isComplete) problems.push(`the files are not cleared: ${compaction.reason ?? ''}`)
  if (runsNotReached > 0) {
    problems.push(`${runsNotReached} running sessions did not say that they dropped the text`)
  }
  if (receipt.unreadable) {
    const { count, versions } = receipt.unreadable
    const ids = versions.map(({ versionId }) => versionId).join(', ')
    problems.push(
      `${count === 1 ? '1 version' : `${count} versions`} could not be read and may hold the text: ${ids}; open them in the dashboard to empty them, or redact with --unreadable empty in the first place`,
    )
  }
  if (!proof) return [...problems, 'it was stopped before it had looked again']
  for (const place of proof.left) {
    problems.push(
      place.kind === 'memory'
        ? `the text still stands in ${place.versions} versions of ${place.memoryId}`
        : `the text still stands in ${place.values} values of ${place.place}`,
    )
  }
  const { elsewhere } = receipt
  if (elsewhere && elsewhere.places > 0) problems.push(elsewhereWords(elsewhere))
  for (const { name, found } of proof.files) {
    if (found > 0) {
      problems.push(
        `its bytes still stand ${found} ${found === 1 ? 'time' : 'times'} in ${name}${elsewhere?.places === 0 ? '' : ': perhaps for other stores'}`,
      )
    }
  }
  return problems
}
