import { z } from 'zod'

const limit = z.int().positive().nullable().default(null)

/** The settings of a store. Sizes in bytes, reading limits in characters. */
export const storeSettingsSchema = z.object({
  /** the largest content of a memory (API page, Rules: 102,400 unless set) */
  maxContentBytes: z.int().positive().max(10_485_760).default(102_400),
  /** how many live memories the store may have; null: any number */
  maxMemories: limit,
  /** how many bytes the live memories may have in total */
  maxBytes: limit,
  /** how many versions the store may have */
  maxVersions: limit,
  /** how much of a file the memory tool's `view` returns (memory tool page, "Reading limits") */
  maxViewChars: z.int().min(1000).default(100_000),
  /** after how many days memories that nobody reads or writes are proposed for deletion; null: never */
  expireAfterDays: z.int().min(30).max(3_650).nullable().default(null),
  /** whether they are deleted if nobody decides within 14 days */
  expiryDeletes: z.boolean().default(false),
  /** when counting those days began, milliseconds since 1970 */
  expirySince: z.int().nullable().default(null),
})

export type StoreSettings = Readonly<z.infer<typeof storeSettingsSchema>>

/** Few stores have settings of their own, and every call on a store reads them. */
const parsed = new Map<string, StoreSettings>()
const MAX_PARSED = 1000

export function parseStoreSettings(json: string): StoreSettings {
  const known = parsed.get(json)
  if (known) return known
  const settings = Object.freeze(storeSettingsSchema.parse(JSON.parse(json)))
  if (parsed.size >= MAX_PARSED) parsed.clear()
  parsed.set(json, settings)
  return settings
}
