import type { FindingsAddress } from '@/components/findings/findings-address'
import { linesOfFindings } from '@/components/findings/lines-of-findings'
import { database } from '@/lib/db/open-database'
import { listExceptions } from '@/lib/review/findings/dispose-finding'
import { foundLines } from '@/lib/review/findings/mask-findings'
import { countOpenByRule, listFindings } from '@/lib/review/findings/read-findings'
import { lastScan } from '@/lib/review/findings/scan-store'
import { SCAN_RULES } from '@/lib/scan/rules'
import { actorNames } from '@/lib/store/stores/name-actor'
import { DAY_MS } from '@/lib/text/day-ms'

const PAGE = 50

/** Exceptions that ended within this are still listed; milliseconds. */
const LATELY_MS = 30 * DAY_MS

const NONE = { findings: [], next: null }

/**
 * Reads a store's findings as an address asks for them. Unless it asks for a group or a category,
 * what is only to be tidied is apart, on the first page.
 */
export async function readFound(storeId: string, place: FindingsAddress, now: number) {
  const db = database()
  const { path: pathPrefix, ...filter } = place
  const isSplit = place.group === 'open' && place.category === undefined
  const wanted = { storeId, limit: PAGE, pathPrefix, ...filter }
  const [found, tidying, exceptions, counts, scan] = await Promise.all([
    listFindings(db, { ...wanted, exceptCategory: isSplit ? 'hygiene' : undefined }),
    isSplit && place.after === undefined
      ? listFindings(db, { ...wanted, category: 'hygiene' })
      : NONE,
    listExceptions(db, { storeId, endedSince: now - LATELY_MS }),
    countOpenByRule(db, storeId),
    lastScan(db, storeId),
  ])
  const findings = [...found.findings, ...tidying.findings]
  const [quoted, names] = await Promise.all([
    foundLines(
      db,
      findings.map(({ id }) => id),
    ),
    actorNames(db, [
      ...findings.flatMap(({ decidedBy }) => decidedBy?.id ?? []),
      ...exceptions.map(({ by }) => by.id),
    ]),
  ])
  const lines = await linesOfFindings(findings, quoted)
  const toTidy = [...counts].filter(([rule]) => SCAN_RULES[rule].category === 'hygiene')
  const sum = (some: readonly (readonly [unknown, number])[]) =>
    some.reduce((total, [, count]) => total + count, 0)
  const tidyCount = sum(toTidy)
  return {
    found,
    tidying,
    exceptions,
    scan,
    lines,
    names,
    /** all open findings of the store, by rule and in number */
    open: { toTidy, tidyCount, graveCount: sum([...counts]) - tidyCount },
  }
}

export type Found = Awaited<ReturnType<typeof readFound>>
