'use server'

import { z } from 'zod'
import { act, shown } from '@/components/act/act'
import { dismissFlags, flagAgain as flagAgainOf, textsFound } from '@/lib/review/store-flags'
import { foundTexts } from '@/lib/scan/masked'
import { SCAN_RULES, type ScanRule } from '@/lib/scan/rules'
import { getVersion } from '@/lib/store/versions'

const rule = z.enum(Object.keys(SCAN_RULES) as [ScanRule, ...ScanRule[]])

const seen = { versionId: z.string() }
const of = { storeId: z.string(), memoryId: z.string(), rule }

const pageOf = ({ storeId }: { storeId: string }) => `/stores/${storeId}`

/** Says that what a rule found is no problem on the lines that were shown. */
export const dismiss = act(
  shown(seen, { ...of, reason: z.string().max(1_000) }),
  ({ reason, ...flags }, by) => dismissFlags(flags, reason.trim(), by),
  pageOf,
)

/** Takes that back. */
export const flagAgain = act(
  shown(seen, of),
  ({ memoryId, rule: again }) => flagAgainOf(memoryId, again),
  pageOf,
)

const place = z.object({
  rule,
  line: z.number(),
  fromColumn: z.number(),
  toLine: z.number(),
  toColumn: z.number(),
})

/** The text of a flag, for the page that redacts it; '': it is too short to be looked for. */
export const flaggedText = act(
  shown(seen, { storeId: z.string(), flag: place }),
  async ({ flag, ...version }) => {
    const { path, content } = await getVersion(version)
    const found = { ...flag, ...SCAN_RULES[flag.rule] }
    return foundTexts({ path: path ?? '', content: content ?? '' }, [found])[0]?.text ?? ''
  },
)

/** All texts that a rule found in a store and nobody dismissed. */
export const textsOfRule = act(shown({}, { storeId: z.string(), rule }), ({ storeId, rule: of }) =>
  textsFound(storeId, of),
)
