import { z } from 'zod'
import { contentProblem } from '@/lib/text/content'
import { breaks } from './schema-rules'

/** Rules of a store's own fields (API page, Rules). Lengths are in Unicode code points. */

const characters = (text: string) => [...text].length

const text = (maximum: number) =>
  z
    .string()
    .refine((value) => characters(value) <= maximum, breaks({ rule: 'too_long', maximum }))
    .refine((value) => contentProblem(value) === null, breaks({ rule: 'not_unicode_text' }))

export const storeNameSchema = text(255)
  .refine((name) => characters(name) > 0, breaks({ rule: 'empty' }))
  .refine((name) => !/\p{Cc}/u.test(name), breaks({ rule: 'control_characters' }))

export const storeDescriptionSchema = text(1024)

const MAX_METADATA_PAIRS = 16

const metadataKeySchema = text(64).refine((key) => key.length > 0, breaks({ rule: 'empty_key' }))

export const storeMetadataSchema = z
  .record(metadataKeySchema, text(512))
  .refine(
    (pairs) => Object.keys(pairs).length <= MAX_METADATA_PAIRS,
    breaks({ rule: 'too_many_pairs', maximum: MAX_METADATA_PAIRS }),
  )

/** A patch of metadata: a key set to null is deleted, keys left out are kept. */
export const storeMetadataPatchSchema = z.record(metadataKeySchema, text(512).nullable())

/** Metadata as it is stored, whatever the rules were then. */
export function storedMetadata(json: string): Record<string, string> {
  return storedPairs.parse(JSON.parse(json))
}

const storedPairs = z.record(z.string(), z.string())
