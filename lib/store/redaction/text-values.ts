import { inOneLine, withoutText } from '@/lib/text/without-text'
import type { TextFormat } from '../model/text-columns'

/**
 * Texts in column values. JSON escapes texts, so a search of its bytes could report false hits:
 * such a value is parsed and written again.
 */

/**
 * The text as encoded in values of this format: any value that holds the text contains this, so it
 * finds candidates.
 */
export function writtenAs(text: string, format: TextFormat): string {
  return typeof format === 'string' ? text : JSON.stringify(text).slice(1, -1)
}

/**
 * Returns the replacement as values of this format can hold it: on one line if they are one line.
 */
function replacementIn(format: TextFormat, replacement: string): string {
  return format === 'text' || typeof format === 'object' ? replacement : inOneLine(replacement)
}

/** Maps each text in a value; the original value if nothing changes. */
export function mapTexts(value: string, format: TextFormat, map: (text: string) => string): string {
  if (typeof format === 'string') return map(value)
  let isChanged = false
  const noting = (text: string) => {
    const result = map(text)
    isChanged ||= result !== text
    return result
  }
  const parsed = JSON.parse(value) as unknown
  const result =
    format.json === 'all' ? mapped(parsed, noting) : mapFree(parsed, format.json, noting)
  return isChanged ? JSON.stringify(result) : value
}

/** A value without a text. */
export function redactedValue(
  value: string,
  format: TextFormat,
  { text, replacement }: { text: string; replacement: string },
): string {
  const instead = replacementIn(format, replacement)
  return mapTexts(value, format, (each) => withoutText(each, text, instead))
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

function mapFree(fields: unknown, free: readonly string[], map: (text: string) => string): unknown {
  if (!isFields(fields)) return fields
  const { thinking, summary } = fields
  for (const path of free) mapAt(fields, path.split('.'), map)
  // A model's thinking is signed: once changed, it is not sent back.
  if (thinking !== fields.thinking) fields.signature = ''
  // The API's summary also holds the text encrypted: it is sent back as plain text instead.
  if (summary !== fields.summary && fields.block) fields.block = null
  return fields
}

function mapAt(fields: Fields, path: readonly string[], map: (text: string) => string): void {
  const [name = '', ...rest] = path
  const value = fields[name]
  if (value === undefined) return
  if (rest.length === 0) {
    fields[name] = mapped(value, map)
    return
  }
  for (const each of Array.isArray(value) ? value : [value]) {
    if (isFields(each)) mapAt(each, rest, map)
  }
}

function mapped(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map((each) => mapped(each, map))
  if (typeof value !== 'object' || value === null) return value
  const entries = new Map<string, unknown>()
  for (const [name, each] of Object.entries(value)) {
    entries.set(unlike(map(name), entries), mapped(each, map))
  }
  return Object.fromEntries(entries)
}

/** Two names that became equal stay separate fields. */
function unlike(name: string, taken: ReadonlyMap<string, unknown>): string {
  if (!taken.has(name)) return name
  let number = 2
  while (taken.has(`${name}-${number}`)) number++
  return `${name}-${number}`
}
