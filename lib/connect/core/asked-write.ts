import { homedir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { indexOfText } from '@/lib/text/index-of-text'
import { turns } from '@/lib/turns'

/**
 * Computes what a file is to hold from what it holds now; null: there is none. Throws
 * `NotJudgedError`, and the signal's reason.
 */
export type TextAfter = (before: string | null, signal: AbortSignal) => Promise<string>

/** A write cannot be judged; `why` in English. */
export class NotJudgedError extends Error {
  override readonly name = 'NotJudgedError'

  constructor(readonly why: string) {
    super(why)
  }
}

/** Longest text to examine; characters. */
const MAX_TEXT = 2 * 1024 * 1024
const TOO_LONG = 'its text is too long'

/** Of one call, and of one text that is replaced wherever it stands. */
const MAX_EDITS = 1_000
const MAX_REPLACEMENTS = 10_000

const replacement = z.object({
  old_string: z.string(),
  new_string: z.string(),
  replace_all: z.boolean().default(false),
})
type Replacement = z.output<typeof replacement>

const edits = z.array(z.unknown()).min(1).max(MAX_EDITS).pipe(z.array(replacement))

/** The tools of Claude Code that write a file: what names it, and what they are given besides. */
const TOOLS: Readonly<Record<string, { file: string; input: z.ZodType<TextAfter> }>> = {
  Write: {
    file: 'file_path',
    input: z.object({ content: z.string() }).transform(
      ({ content }) =>
        async () =>
          content,
    ),
  },
  Edit: { file: 'file_path', input: replacement.transform((edit) => edited([edit])) },
  MultiEdit: {
    file: 'file_path',
    input: z.object({ edits }).transform((all) => edited(all.edits)),
  },
  NotebookEdit: {
    file: 'notebook_path',
    input: z
      .object({
        new_source: z.string().default(''),
        edit_mode: z.enum(['replace', 'insert', 'delete']).default('replace'),
      })
      // Which cell goes is not looked into: as if all went, unless one is added.
      .transform(({ new_source: source, edit_mode: mode }) => async (before) => {
        return mode === 'insert' && before !== null ? `${before}\n${source}` : source
      }),
  },
}

const FORM_NOT_KNOWN = 'what it was given has a form that is not known'

export const isWritingTool = (tool: string) => Object.hasOwn(TOOLS, tool)

/** The name of the file that a tool is to write, as it was given. Throws `NotJudgedError`. */
export function askedFile(tool: string, input: unknown): string {
  const field = TOOLS[tool]?.file ?? ''
  const named = z.object({ [field]: z.string() }).safeParse(input).data?.[field]
  if (named === undefined) throw new NotJudgedError(FORM_NOT_KNOWN)
  return named
}

/** Returns the change that a tool is to make to the file. Throws `NotJudgedError`. */
export function askedText(tool: string, input: unknown): TextAfter {
  const parsed = TOOLS[tool]?.input.safeParse(input)
  if (!parsed?.success) throw new NotJudgedError(FORM_NOT_KNOWN)
  const textAfter = parsed.data
  return async (before, signal) => {
    const text = await textAfter(before, signal)
    if (text.length > MAX_TEXT) throw new NotJudgedError(TOO_LONG)
    return text
  }
}

/**
 * The absolute paths that Claude Code may take a name for: from the folder that it works in, without
 * the spaces around it, `~` for the home, its letters composed; or as it stands. Throws
 * `NotJudgedError` if that folder is not known and needed.
 */
export function namedPaths(file: string, cwd: string): string[] {
  const names = [file, file.trim()].flatMap((name) => [name, name.normalize('NFC')])
  const expanded = names.map((name) =>
    /^~(?=[/\\]|$)/.test(name) ? path.join(homedir(), name.slice(1)) : name,
  )
  const all = [...new Set([...names, ...expanded])]
  if (!path.isAbsolute(cwd) && !expanded.every((name) => path.isAbsolute(name))) {
    throw new NotJudgedError('the folder that its path starts at is not known')
  }
  return [...new Set(all.map((name) => path.resolve(path.isAbsolute(cwd) ? cwd : '/', name)))]
}

/** Applies edits one after the other; where one does not fit, what it adds stands at the end. */
function edited(all: readonly Replacement[]): TextAfter {
  return async (before, signal) => {
    const maybeYield = turns(signal)
    let text = before ?? ''
    for (const edit of all) {
      text = afterEdit(text, edit)
      if (text.length > MAX_TEXT) throw new NotJudgedError(TOO_LONG)
      await maybeYield()
    }
    return text
  }
}

function afterEdit(
  text: string,
  { old_string: old, new_string: fresh, replace_all: isAll }: Replacement,
): string {
  const first = old === '' ? -1 : indexOfText(text, old)
  if (first === -1) return `${text}\n${fresh}`
  if (!isAll) return text.slice(0, first) + fresh + text.slice(first + old.length)
  const parts: string[] = []
  let from = 0
  for (let at = first; at !== -1; at = indexOfText(text, old, from)) {
    if (parts.length === MAX_REPLACEMENTS) throw new NotJudgedError('it replaces too much')
    parts.push(text.slice(from, at))
    from = at + old.length
  }
  const length = text.length + parts.length * (fresh.length - old.length)
  if (length > MAX_TEXT) throw new NotJudgedError(TOO_LONG)
  return [...parts, text.slice(from)].join(fresh)
}
