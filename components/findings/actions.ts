'use server'

import { z } from 'zod'
import { PERSON } from '@/components/commands/attempt'
import { reviewCommand } from '@/components/review/review-command'
import { storePages } from '@/components/commands/shown-on'
import { database } from '@/lib/db/open-database'
import { disposeFinding, endException } from '@/lib/review/findings/dispose-finding'
import { textsOfFindings } from '@/lib/review/findings/mask-findings'
import { getFinding } from '@/lib/review/findings/read-findings'
import { DISPOSITIONS } from '@/lib/review/model/finding'
import { lastScan, startScan } from '@/lib/review/findings/scan-store'
import { DAY_MS } from '@/lib/text/day-ms'
import { standingOf } from './finding-standing'

const MAX_DAYS = 366
const MAX_REASON = 1000

const disposal = z.object({
  storeId: z.string(),
  findingId: z.string(),
  status: z.enum(DISPOSITIONS).optional(),
  reason: z.string().trim().min(1).max(MAX_REASON).optional(),
  /** for how many days the rule is not reported at the memory's path */
  exceptDays: z.int().positive().max(MAX_DAYS).optional(),
})

/** Says what a finding is, or takes that back; the page shows the answer where the finding stands. */
export const disposeFindingAction = reviewCommand(disposal, async ({ exceptDays, ...wanted }) => {
  const finding = await disposeFinding(database(), {
    ...wanted,
    exceptUntil: exceptDays === undefined ? undefined : Date.now() + exceptDays * DAY_MS,
    reviewer: PERSON.actor,
  })
  return standingOf(finding)
})

const ending = z.object({ storeId: z.string(), findingId: z.string(), exceptionId: z.string() })

/** Ends an exception: the finding's rule is reported again at its path. */
export const reportAgainAction = reviewCommand(ending, async (wanted) => {
  await endException(database(), wanted)
  return standingOf(await getFinding(database(), wanted))
})

const ended = z.object({ storeId: z.string(), exceptionId: z.string() })

/** Ends an exception; the store's findings are read again. */
export const endExceptionAction = reviewCommand(
  ended,
  async (wanted) => {
    await endException(database(), wanted)
  },
  storePages,
)

const found = z.object({
  storeId: z.string(),
  findingIds: z.array(z.string()).min(1).max(100).readonly(),
})

/**
 * The texts that were found, each once, for the page that redacts them, which masks them; without
 * what is not there any more.
 */
export const foundTextsAction = reviewCommand(found, async ({ storeId, findingIds }) => {
  for (const findingId of findingIds) await getFinding(database(), { storeId, findingId })
  return [...new Set((await textsOfFindings(database(), findingIds)).values())]
})

const scan = z.object({ storeId: z.string(), history: z.boolean() })

/** Starts a scan of a store, unless one runs; the page shows its progress. */
export const startScanAction = reviewCommand(
  scan,
  async ({ storeId, history }) => {
    const last = await lastScan(database(), storeId)
    if (last?.state === 'running') return
    await startScan(database(), { storeId, history, startedBy: PERSON.actor })
  },
  storePages,
)
