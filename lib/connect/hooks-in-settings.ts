import { z } from 'zod'

/** The tools by which Claude Code writes files, and ours. */
const MATCHER = 'Write|Edit|MultiEdit|NotebookEdit|Bash|mcp__palimpsest__.*'

/** The events that we are told of: before a call, and after it. */
const EVENTS = ['PreToolUse', 'PostToolUse'] as const

/** Seconds: with the server down, the agent goes on after it at the latest. */
const TIMEOUT_S = 2

const entries = z
  .array(
    z.looseObject({
      matcher: z.string().optional(),
      hooks: z.array(z.looseObject({ url: z.string().optional() })),
    }),
  )
  .optional()

const settingsFile = z.looseObject({
  hooks: z.looseObject({ PreToolUse: entries, PostToolUse: entries }).optional(),
})

type Entries = NonNullable<z.output<typeof entries>>

/** A settings file of Claude Code with our hooks added, or taken out. */
export interface ChangedSettings {
  /** its text; null: it is so already */
  text: string | null
  /** what is added to it or taken out, as it stands there */
  fragment: string
}

/** Why a settings file is left alone: it is no JSON, or its hooks have a form that is not known. */
export class SettingsFormError extends Error {
  override readonly name = 'SettingsFormError'
}

/**
 * The text of a settings file with our hooks; `text` null: there is no file yet. All else in it stays
 * what it was, and is indented as it was. Throws `SettingsFormError`.
 */
export function withHooks(text: string | null, url: string): ChangedSettings {
  const before = parsed(text)
  const { hooks = {} } = before
  const added = { matcher: MATCHER, hooks: [{ type: 'http', url, timeout: TIMEOUT_S }] }
  const missing = EVENTS.filter((event) => !isAsNow(hooks[event] ?? [], url))
  const now = Object.fromEntries(
    missing.map((event) => [event, [...withoutOurs(hooks[event] ?? [], url), added]]),
  )
  const fragment = Object.fromEntries(
    (missing.length > 0 ? missing : EVENTS).map((event) => [event, [added]]),
  )
  return {
    text: missing.length === 0 ? null : written({ ...before, hooks: { ...hooks, ...now } }, text),
    fragment: JSON.stringify({ hooks: fragment }, null, 2),
  }
}

/** The same without our hooks; what stood beside them stays. Throws `SettingsFormError`. */
export function withoutHooks(text: string | null, url: string): ChangedSettings {
  const before = parsed(text)
  const { hooks = {}, ...others } = before
  const taken: Record<string, Entries> = {}
  const left: Record<string, unknown> = { ...hooks }
  for (const event of EVENTS) {
    const all = hooks[event] ?? []
    if (!isOurs(all, url)) continue
    taken[event] = all.filter((entry) => isOurs([entry], url))
    const kept = withoutOurs(all, url)
    if (kept.length > 0) left[event] = kept
    else delete left[event]
  }
  const isNone = Object.keys(taken).length === 0
  const rest = Object.keys(left).length > 0 ? { ...before, hooks: left } : others
  return {
    text: isNone ? null : written(rest, text),
    fragment: JSON.stringify({ hooks: taken }, null, 2),
  }
}

/** An earlier version asked for fewer tools; a person may have it ask for all. */
const ENOUGH = [MATCHER, '*', '.*', '']

const isAsNow = (all: Entries, url: string) =>
  all.some(({ matcher = '', hooks }) => ENOUGH.includes(matcher) && isOurs([{ hooks }], url))

function withoutOurs(all: Entries, url: string): Entries {
  return all.flatMap((entry) => {
    if (!isOurs([entry], url)) return [entry]
    const hooks = entry.hooks.filter((hook) => hook.url !== url)
    return hooks.length > 0 ? [{ ...entry, hooks }] : []
  })
}

const isOurs = (all: Entries, url: string) =>
  all.some((entry) => entry.hooks.some((hook) => hook.url === url))

function parsed(text: string | null): z.output<typeof settingsFile> {
  if (text === null || text.trim() === '') return {}
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new SettingsFormError('no JSON')
  }
  if (!isKnownForm(json)) throw new SettingsFormError('hooks in a form that is not known')
  return json
}

/** The parser's own copy has its keys in another order. */
const isKnownForm = (json: unknown): json is z.output<typeof settingsFile> =>
  settingsFile.safeParse(json).success

/** With the indentation and the end of the text before. */
function written(settings: object, before: string | null): string {
  const indent = /^[{[]\r?\n([ \t]+)/.exec(before ?? '')?.[1] ?? '  '
  const end = before === null || before.endsWith('\n') ? '\n' : ''
  return `${JSON.stringify(settings, null, indent)}${end}`
}
