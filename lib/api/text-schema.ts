import { z } from 'zod'
import { ruleInEnglish } from '@/lib/store/model/rule-in-english'
import { contentProblem } from '@/lib/text/content'

/**
 * Every text of a request has a bound, and so has every list: what a store, a session or a policy
 * allows is usually less, and is refused in its own words.
 */

/** Longest id, hash, name of a model or word of a cursor. */
const MAX_ID_CHARS = 256

/** Longest path in UTF-8, on the disk of the server too. */
const MAX_PATH_BYTES = 4_096

/** Longest name or text to search for. */
const MAX_NAME_CHARS = 10_000

/** Longest text of a person: a description, instructions, a reason. */
const MAX_WORDS_CHARS = 200_000

/**
 * Longest content or message: as many characters as the largest content that a store may be set to
 * has bytes.
 */
const MAX_CONTENT_CHARS = 10_485_760

const raw = (maximum: number) => z.string().max(maximum, { abort: true })

/** Texts that a store or a session checks itself, in its own words. */
export const rawPath = raw(MAX_PATH_BYTES).refine(
  (value) => Buffer.byteLength(value) <= MAX_PATH_BYTES,
  ruleInEnglish({ rule: 'too_many_bytes', maximum: MAX_PATH_BYTES }),
)
export const rawName = raw(MAX_NAME_CHARS)
export const rawWords = raw(MAX_WORDS_CHARS)
export const rawContent = raw(MAX_CONTENT_CHARS)

/** Text that can be compared and stored: PostgreSQL rejects NUL, UTF-8 rejects lone surrogates. */
const storable = (string: z.ZodString) =>
  string.superRefine((value, context) => {
    const problem = contentProblem(value)
    if (problem !== null) context.addIssue({ code: 'custom', message: ruleInEnglish(problem) })
  })

export const id = storable(raw(MAX_ID_CHARS))
export const path = storable(rawPath)
export const name = storable(rawName)
export const words = storable(rawWords)
export const content = storable(rawContent)

/** A list of limited length. */
export const listOf = <Item extends z.ZodType>(item: Item, maximum: number) =>
  z.array(item).max(maximum)

/** An object with a limited number of fields that the caller names. */
export const pairsOf = <Key extends z.core.$ZodRecordKey, Value extends z.ZodType>(
  key: Key,
  value: Value,
  maximum: number,
) =>
  z
    .record(key, value)
    .refine((pairs) => Object.keys(pairs).length <= maximum, `must have at most ${maximum} fields`)
    .meta({ maxProperties: maximum })
