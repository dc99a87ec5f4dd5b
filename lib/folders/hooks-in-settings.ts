import { z } from 'zod'
import { isLoopback, plainHost } from '@/lib/settings'
import { jsonOf } from '@/lib/text/content'
import {
  isMadeFor,
  type JsonMember,
  type JsonNode,
  jsonTree,
  memberOf,
  withMember,
  withoutMember,
} from './json-text'

/** The tools by which Claude Code writes files, and ours. */
const MATCHER = 'Write|Edit|MultiEdit|NotebookEdit|Bash|mcp__palimpsest__.*'

/** The events that we are told of: before a call, and after it. */
const EVENTS = ['PreToolUse', 'PostToolUse'] as const

/** The path that our hooks send to, on whichever server. */
const HOOK_PATH = '/v1/hooks/claude-code'

/** Seconds: with the server down, the agent goes on after it at the latest. */
const TIMEOUT_S = 2

const hook = z.looseObject({ url: z.string().optional() })

const entries = z
  .array(z.looseObject({ matcher: z.string().optional(), hooks: z.array(hook) }))
  .optional()

const settingsFile = z.looseObject({
  hooks: z.looseObject({ PreToolUse: entries, PostToolUse: entries }).optional(),
})

type SettingsFile = z.output<typeof settingsFile>
type Entry = NonNullable<z.output<typeof entries>>[number]
type HookEvent = (typeof EVENTS)[number]

/** A settings file of Claude Code with our hooks added, or taken out. */
export interface ChangedSettings {
  /** its text; null: there is no file */
  text: string | null
  /** what is added to it or taken out; JSON */
  fragment: string
}

/** The same, with the addresses to which hooks of ours sent until then and that are no more called. */
export interface AddedHooks extends ChangedSettings {
  replaced: string[]
}

/**
 * Thrown when a settings file is left alone: it is no JSON, or its hooks have a form that is not
 * known.
 */
export class SettingsFormError extends Error {
  override readonly name = 'SettingsFormError'
}

/**
 * A settings file with our hooks, which send to this server; those that sent to another go. All else
 * in it stays to the byte. Text null: there is no file yet. Throws `SettingsFormError`.
 */
export function withHooks(text: string | null, server: string): AddedHooks {
  const url = `${server}${HOOK_PATH}`
  const { hooks = {} } = parsed(text)
  const added = { matcher: MATCHER, hooks: [{ type: 'http', url, timeout: TIMEOUT_S }] }
  const missing = EVENTS.filter((event) => !(hooks[event] ?? []).some(isAsNow(url)))
  const named = missing.length > 0 ? missing : EVENTS
  const others = missing.flatMap((event) => addressesIn(hooks[event] ?? []))
  let changed = text
  for (const event of missing) changed = withEntry(withoutOurs(changed, event), event, added)
  const fragment = Object.fromEntries(named.map((event) => [event, [added]]))
  return {
    text: changed,
    fragment: JSON.stringify({ hooks: fragment }, null, 2),
    replaced: [...new Set(others)].filter((address) => !isSame(address, url)),
  }
}

const addressesIn = (all: readonly Entry[]) =>
  all.flatMap(({ hooks }) => hooks.filter(isOurs).flatMap(({ url }) => url ?? []))

/**
 * The same without our hooks, whatever server they send to: to the byte what it was before they were
 * added, and no file where there was none. Throws `SettingsFormError`.
 */
export function withoutHooks(text: string | null): ChangedSettings {
  const { hooks = {} } = parsed(text)
  const taken: Record<string, Entry[]> = {}
  let changed = text
  // The last that was added goes first.
  for (const event of EVENTS.toReversed()) {
    const ours = (hooks[event] ?? []).filter((entry) => entry.hooks.some(isOurs))
    if (ours.length === 0) continue
    taken[event] = ours
    changed = withoutOurs(changed, event)
  }
  return { text: changed, fragment: JSON.stringify({ hooks: taken }, null, 2) }
}

/** An earlier version asked for fewer tools; a person may have it ask for all. */
const ENOUGH = [MATCHER, '*', '.*', '']

const isAsNow =
  (url: string) =>
  ({ matcher = '', hooks }: Entry) =>
    ENOUGH.includes(matcher) &&
    hooks.some((hook) => hook.url !== undefined && isSame(hook.url, url))

const isOurs = ({ url }: { url?: string | undefined }) =>
  url !== undefined && URL.canParse(url) && new URL(url).pathname === HOOK_PATH

/** Returns whether two addresses are of one server: this machine has several names for itself. */
function isSame(one: string, other: string): boolean {
  return isOurs({ url: one }) && onThisMachine(one) === onThisMachine(other)
}

function onThisMachine(address: string): string {
  const url = new URL(address)
  if (isLoopback(plainHost(url.hostname))) url.hostname = 'localhost'
  return url.href
}

function withEntry(text: string | null, event: HookEvent, value: object): string {
  if (text === null || text.trim() === '') {
    const made = JSON.stringify({ hooks: { [event]: [value] } }, null, 2)
    return text === null ? `${made}\n` : text + made
  }
  const root = jsonTree(text)
  const hooks = memberOf(root, 'hooks')?.value
  if (!hooks) return withMember(text, root, { key: 'hooks', value: { [event]: [value] } })
  const list = memberOf(hooks, event)?.value
  if (!list) return withMember(text, hooks, { key: event, value: [value] })
  return withMember(text, list, { key: null, value })
}

/** Also what was made for ours goes with them: the lists, `hooks`, the file itself. */
function withoutOurs(text: string | null, event: HookEvent): string | null {
  if (text === null || text.trim() === '') return text
  const root = jsonTree(text)
  const hooks = memberOf(root, 'hooks')
  const list = hooks && memberOf(hooks.value, event)
  for (const entry of list?.value.members ?? []) {
    const calls = memberOf(entry.value, 'hooks')?.value
    const ours = calls?.members?.find(({ from, value }) =>
      isOurs(hook.parse(JSON.parse(text.slice(from, value.to)))),
    )
    if (!hooks || !list || !calls || !ours) continue
    const isShared = calls.members !== null && calls.members.length > 1
    const left = isShared
      ? withoutMember(text, calls, ours)
      : withoutLastOf(text, root, [hooks, list, entry])
    return withoutOurs(left, event)
  }
  return text
}

/** Without the last of these, each within the one before, and without those that were made for it. */
function withoutLastOf(text: string, root: JsonNode, path: readonly JsonMember[]): string | null {
  for (const [index, member] of [...path.entries()].toReversed()) {
    const container = path[index - 1]?.value ?? root
    if (!isMadeFor(container, member)) return withoutMember(text, container, member)
  }
  const rest = text.slice(0, root.from) + text.slice(root.to)
  return rest === '\n' && root.from === 0 ? null : rest
}

function parsed(text: string | null): SettingsFile {
  if (text === null || text.trim() === '') return {}
  const json = jsonOf(text)
  if (!isKnownForm(json))
    throw new SettingsFormError('no JSON, or hooks in a form that is not known')
  return json
}

/** The parser's own copy has its keys in another order. */
const isKnownForm = (json: unknown): json is SettingsFile => settingsFile.safeParse(json).success
