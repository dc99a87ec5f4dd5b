import { z } from '@hono/zod-openapi'
import { findText, type TextHit } from '@/lib/store/redact/find'
import { redactText } from '@/lib/store/redact/redact'
import { answeredJob, WireJob } from './jobs'
import { answer, inStore, part, sha256, size, STORE } from './kit'

/** Taking a text out of a store, for good: where it stands, and the job that redacts it. */

const WireHit = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('memory'),
    memory_id: z.string(),
    /** null: it is deleted, or its path has the text */
    path: z.string().nullable(),
    holds_it_now: z.boolean(),
    versions: size,
  }),
  z.strictObject({ type: z.literal('column'), place: z.string(), rows: size }),
])

const WireFound = z
  .strictObject({
    /** by kind of place: `memory`, `version`, a column of a table */
    counts: z.record(z.string(), size),
    data: z.array(WireHit),
    total: size,
    /** of all places: handed to the redaction, only these are redacted */
    hash: sha256,
  })
  .openapi('TextFound')

function wireHit(hit: TextHit, text: string): z.output<typeof WireHit> {
  if (hit.kind === 'column') return { type: 'column', place: hit.place, rows: hit.rows }
  return {
    type: 'memory',
    memory_id: hit.memoryId,
    path: hit.isDeleted || hit.path?.includes(text) ? null : hit.path,
    holds_it_now: hit.isNow,
    versions: hit.versions,
  }
}

const whole = (least: number, most: number) =>
  z
    .int('must be a whole number')
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`)

const redact = inStore('post', `${STORE}/redact`, 'redactText', 'administer', {
  summary: 'Take a text out of all memories and versions, for good',
  body: z.object({
    text: z.string(),
    replacement: z.string().max(1_000).default('[redacted]'),
    /** whether earlier versions keep the rest, or nothing */
    earlier_versions: z.enum(['rewrite', 'empty']).default('rewrite'),
    dry_run: z.boolean().default(false),
    limit: whole(1, 1_000).default(100),
    skip: whole(0, 1_000_000_000).default(0),
    wait: z.boolean().default(false),
    /** that of a dry run: with places that are others by now, nothing is done */
    hash: sha256.optional(),
  }),
  responses: answer(z.union([WireFound, WireJob])),
})

export const redactions = part().openapi(redact, async (c) => {
  const { text, replacement, earlier_versions, dry_run, limit, skip, wait, hash } =
    c.req.valid('json')
  const storeId = c.var.store.id
  const { signal } = c.req.raw
  if (dry_run) {
    const found = await findText({ text, storeIds: [storeId], limit, skip, signal })
    const counts = Object.fromEntries(found.counts.map(({ place, count }) => [place, count]))
    const data = found.hits.map((hit) => wireHit(hit, text))
    return c.json({ counts, data, total: found.total, hash: found.hash }, 200)
  }
  const ask = { text, replacement, storeIds: [storeId], earlierVersions: earlier_versions }
  const { id } = await redactText(ask, c.var.cause, hash === undefined ? undefined : { hash })
  return c.json(await answeredJob(c, id, wait), 200)
})
