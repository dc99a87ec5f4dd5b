import { z } from '@hono/zod-openapi'
import { storeFlags, type StoreFlag } from '@/lib/review/store-flags'
import { SCAN_RULES, type ScanRule } from '@/lib/scan/rules'
import { comparePaths } from '@/lib/text/memory-path'
import {
  answer,
  cursor,
  flag as truth,
  inStore,
  nextPage,
  page,
  paging,
  part,
  size,
  STORE,
  time,
  WireActor,
  wireActor,
} from './kit'

/** What is flagged in a store's memories. People dismiss flags at the dashboard; no operation does. */

const kinds = {
  category: z.enum(['secret', 'personal_data', 'instructions', 'hidden']),
  severity: z.enum(['critical', 'high', 'medium', 'low']),
  rule: z.enum(Object.keys(SCAN_RULES) as [ScanRule, ...ScanRule[]]),
}

const WireFlag = z
  .strictObject({
    type: z.literal('flag'),
    memory_store_id: z.string(),
    memory_id: z.string(),
    memory_version_id: z.string(),
    path: z.string(),
    ...kinds,
    /** from 1; 0: it is in the path */
    lines: z.strictObject({ from: size, from_column: size, to: size, to_column: size }),
    dismissed: z.strictObject({ reason: z.string(), by: WireActor, at: time }).nullable(),
  })
  .openapi('Flag')

function wireFlag(storeId: string, flag: StoreFlag): z.output<typeof WireFlag> {
  const { memory, dismissed, rule, category, severity, line: from, toLine: to } = flag
  return {
    type: 'flag',
    memory_store_id: storeId,
    memory_id: memory.id,
    memory_version_id: memory.versionId,
    path: memory.path,
    rule,
    category,
    severity,
    lines: { from, from_column: flag.fromColumn, to, to_column: flag.toColumn },
    dismissed: dismissed && {
      reason: dismissed.reason,
      by: wireActor(dismissed.by),
      at: dismissed.at.toISOString(),
    },
  }
}

const list = inStore('get', `${STORE}/flags`, 'listFlags', 'read', {
  summary: 'What a person should look at in the memories as they are; never the text',
  query: z.object({ ...z.object(kinds).partial().shape, dismissed: truth.optional(), ...paging }),
  responses: answer(page(WireFlag).extend({ unknown: size })),
})

/** By which flags are in order, and a page goes on though memories changed since the one before. */
const orderOf = ({ memory, line, fromColumn, rule }: StoreFlag) =>
  [memory.path, ...[line, fromColumn].map((at) => String(at).padStart(10, '0')), rule].join('\0')

export const flags = part().openapi(list, async (c) => {
  const { page: from, limit, dismissed, ...filter } = c.req.valid('query')
  const { id: storeId } = c.var.store
  const scope = ['flags', storeId, filter, dismissed]
  const after = cursor(scope, from) ?? ''
  const { flags: all, unknown } = await storeFlags(storeId)
  const names = Object.keys(filter) as (keyof typeof filter)[]
  const asked = all
    .filter((flag) => (dismissed ?? flag.dismissed !== null) === (flag.dismissed !== null))
    .filter((flag) => names.every((name) => flag[name] === filter[name]))
    .filter((flag) => comparePaths(orderOf(flag), after) > 0)
    .toSorted((one, other) => comparePaths(orderOf(one), orderOf(other)))
  const items = asked.slice(0, limit)
  const last = items.length < asked.length ? items.at(-1) : undefined
  const data = items.map((flag) => wireFlag(storeId, flag))
  return c.json({ data, next_page: nextPage(scope, last ? orderOf(last) : null), unknown }, 200)
})
