import { z } from 'zod'

/** A value of a JSON text, and where in it it stands. */
export interface JsonNode {
  from: number
  to: number
  /** null: it is no object and no list */
  members: JsonMember[] | null
}

/** A property of an object, or an element of a list. */
export interface JsonMember {
  /** null: an element of a list */
  key: string | null
  /** where its name stands, or else its value */
  from: number
  value: JsonNode
}

/** The places of the values of a JSON text, which must be valid. */
export function jsonTree(text: string): JsonNode {
  return valueAt(text, skipped(text, 0))
}

/** The last property of that name, which is the one that counts; null: there is none. */
export function memberOf(node: JsonNode, key: string): JsonMember | null {
  return node.members?.findLast((member) => member.key === key) ?? null
}

const SPACE = /[ \t\r\n]*/y
const ATOM = /"(?:[^"\\]|\\.)*"|[^\s,\]}]+/y

function skipped(text: string, from: number): number {
  SPACE.lastIndex = from
  SPACE.test(text)
  return SPACE.lastIndex
}

function atomEnd(text: string, from: number): number {
  ATOM.lastIndex = from
  ATOM.test(text)
  return ATOM.lastIndex
}

function valueAt(text: string, from: number): JsonNode {
  const isObject = text[from] === '{'
  if (!isObject && text[from] !== '[') return { from, to: atomEnd(text, from), members: null }
  const members: JsonMember[] = []
  let at = skipped(text, from + 1)
  while (text[at] !== '}' && text[at] !== ']') {
    const member = isObject
      ? propertyAt(text, at)
      : { key: null, from: at, value: valueAt(text, at) }
    members.push(member)
    at = skipped(text, member.value.to)
    if (text[at] === ',') at = skipped(text, at + 1)
  }
  return { from, to: at + 1, members }
}

function propertyAt(text: string, from: number): JsonMember {
  const end = atomEnd(text, from)
  const key = z.string().parse(JSON.parse(text.slice(from, end)))
  return { key, from, value: valueAt(text, skipped(text, skipped(text, end) + 1)) }
}

/**
 * The text with one more member at the end of an object or a list: all else stays to the byte, and
 * `withoutMember` brings the text back. What stood there empty gets no white space before its end: so
 * it is told from what was made for its member, and stays when that goes.
 */
export function withMember(
  text: string,
  container: JsonNode,
  { key, value }: { key: string | null; value: unknown },
): string {
  const last = container.members?.at(-1)
  const at = last?.value.to ?? container.to - 1
  const space = text.slice(spaceBefore(text, last?.from ?? at), last?.from ?? at)
  const name = key === null ? '' : `${JSON.stringify(key)}: `
  const separator = last ? `,${space}` : ''
  return text.slice(0, at) + separator + name + written(text, value, space) + text.slice(at)
}

/** A value as it is written beside others that have this white space before them. */
function written(text: string, value: unknown, space: string): string {
  // What is made has white space before its end, also where all stands on one line.
  if (isOnOneLine(text)) return JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ')
  const unit = /^\s*[{[]\r?\n([ \t]+)/.exec(text)?.[1] ?? '  '
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const before = /[ \t]*$/.exec(space.includes('\n') ? space : '')?.[0] ?? ''
  return JSON.stringify(value, null, unit).replaceAll('\n', end + before)
}

function isOnOneLine(text: string): boolean {
  const trimmed = text.trim()
  return trimmed.length > '{}'.length && !trimmed.includes('\n')
}

/**
 * The text without a member of an object or a list; what separated it from its neighbours goes with
 * it.
 */
export function withoutMember(text: string, container: JsonNode, member: JsonMember): string {
  const members = container.members ?? []
  const index = members.indexOf(member)
  const next = members[index + 1]
  const previous = members[index - 1]
  if (next) return text.slice(0, member.from) + text.slice(next.from)
  return text.slice(0, previous?.value.to ?? member.from) + text.slice(member.value.to)
}

/** Returns whether an object or a list was made for this one, its only member. */
export function isMadeFor(container: JsonNode, member: JsonMember): boolean {
  return container.members?.length === 1 && member.value.to < container.to - 1
}

function spaceBefore(text: string, to: number): number {
  let from = to
  while (/\s/.test(text[from - 1] ?? '')) from--
  return from
}
