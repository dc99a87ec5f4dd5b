import { z } from 'zod'
import { contentProblem } from '@/lib/text/content'

/** Rules of a store's own fields (API page, Rules). Lengths count Unicode code points. */

const characters = (text: string) => [...text].length

const text = (maximum: number) =>
  z
    .string()
    .refine((value) => characters(value) <= maximum, `must be at most ${maximum} characters long`)
    .refine((value) => contentProblem(value) === null, 'must be Unicode text without NUL')

export const storeNameSchema = text(255)
  .refine((name) => characters(name) > 0, 'must not be empty')
  .refine((name) => !/\p{Cc}/u.test(name), 'must not contain control characters')

export const storeDescriptionSchema = text(1024)

const MAX_METADATA_PAIRS = 16

const metadataKeySchema = text(64).refine((key) => key.length > 0, 'must not have an empty key')

export const storeMetadataSchema = z
  .record(metadataKeySchema, text(512))
  .refine(
    (pairs) => Object.keys(pairs).length <= MAX_METADATA_PAIRS,
    `must have at most ${MAX_METADATA_PAIRS} pairs`,
  )

/** A change of metadata: a key set to null is removed, keys left out stay. */
export const storeMetadataPatchSchema = z.record(metadataKeySchema, text(512).nullable())
