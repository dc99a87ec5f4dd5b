import { readlink, realpath } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Database } from '@/lib/db/database'
import { causeOf, log } from '@/lib/log'
import { judgeWrite } from '@/lib/store/judge-write'
import { holdsRedactedText } from '@/lib/store/redacted-texts'
import { CLAUDE_CODE } from './core/attribute'
import { diskCode } from './core/read-file'
import { watchedPaths } from './core/watched-paths'
import type { Preset } from './model/connection'
import type { HookBody } from './hear-claude-code'

/** What the agent's program does with a call; a reason in English, which its model reads. */
export interface GateDecision {
  decision: 'deny' | 'ask'
  reason: string
}

/** An agent waits no longer than this for an answer; then it goes on as if there were no gate. */
const PATIENCE_MS = 500

const replacement = z.object({
  old_string: z.string(),
  new_string: z.string(),
  replace_all: z.boolean().default(false),
})

/** What Write, Edit and MultiEdit are asked to do. */
const writeInput = z.union([
  z.object({ file_path: z.string(), content: z.string() }),
  z.object({ file_path: z.string(), edits: z.array(replacement) }),
  replacement.extend({ file_path: z.string() }),
])
type WriteInput = z.output<typeof writeInput>

/**
 * What the policy of a store says of a write of Claude Code before it lands, if the write is in a
 * watched folder whose gate a person turned on. Null: nothing, and the agent goes on; so it does when
 * the answer takes too long, or cannot be found. Commands of Bash are not looked into.
 */
export async function answerBeforeCall(db: Database, body: HookBody): Promise<GateDecision | null> {
  if (body.hook_event_name !== 'PreToolUse') return null
  const input = writeInput.safeParse(body.tool_input)
  if (!input.success) return null
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), PATIENCE_MS).unref()
  })
  try {
    return await Promise.race([decide(db, input.data), late])
  } catch (error) {
    log.warn('a write could not be judged before it landed', causeOf(error))
    return null
  }
}

async function decide(db: Database, input: WriteInput): Promise<GateDecision | null> {
  const gated = await gatedFolder(db, input.file_path)
  if (!gated) return null
  const { storeId, memoryPath } = gated
  const judged = await judgeWrite(db, {
    storeId,
    path: memoryPath,
    textAfter: (before) => intended(input, before),
    cause: { actor: CLAUDE_CODE, sessionId: null },
  })
  if (await holdsRedactedText(db, { storeId, text: judged.text })) {
    return { decision: 'deny', reason: `${NOT_WRITTEN}: it holds a text that was redacted here.` }
  }
  switch (judged.action) {
    case 'write':
      return null
    case 'refuse':
      return { decision: 'deny', reason: `${NOT_WRITTEN}, ${judged.reason}.` }
    case 'mask':
      return {
        decision: 'deny',
        reason: `${NOT_WRITTEN}: it holds what this memory is to be kept free of, such as a secret or personal data. Write it without that.`,
      }
    case 'hold':
      return { decision: 'ask', reason: `A person is to look at this first, ${judged.reason}.` }
  }
}

const NOT_WRITTEN = 'Palimpsest: not written'

/**
 * The folder with a gate in which a file lies, links resolved as they are when it is written. Nothing
 * is read.
 */
async function gatedFolder(
  db: Database,
  file: string,
): Promise<{ storeId: string; memoryPath: string } | null> {
  const folders = await db.read.all<{ location: string; preset: Preset; store_id: string }>(
    `SELECT c.location, c.preset, s.id AS store_id FROM connections c
     JOIN memory_stores s ON s.key = c.store_key
     WHERE c.gate = 1 AND c.state <> 'paused' AND s.deleted_at IS NULL`,
  )
  if (folders.length === 0) return null
  const wanted = await realPlace(path.resolve(file))
  for (const { location, preset, store_id: storeId } of folders) {
    if (!wanted.startsWith(`${location}${path.sep}`)) continue
    const memoryPath = `/${path.relative(location, wanted).split(path.sep).join('/')}`
    // A project's instructions and a folder inside it may be watched apart.
    if (watchedPaths({ preset, location })(memoryPath)) return { storeId, memoryPath }
  }
  return null
}

/** Links that lead to another are followed so often, as the system does. */
const MOST_LINKS = 40

/** Where a file lies, or will once it is written, by its nearest parent that can be looked at. */
async function realPlace(file: string, links = 0): Promise<string> {
  const real = await realpath(file).catch(nothingThere)
  if (real !== null) return real
  const target = links < MOST_LINKS ? await readlink(file).catch(nothingThere) : null
  const folder = path.dirname(file)
  if (target !== null) return realPlace(path.resolve(folder, target), links + 1)
  return folder === file ? file : path.join(await realPlace(folder, links), path.basename(file))
}

function nothingThere(error: unknown): null {
  if (diskCode(error) === null) throw error
  return null
}

/** What the file is to hold; where an edit does not fit, what it adds stands at the end. */
function intended(input: WriteInput, before: string | null): string {
  if ('content' in input) return input.content
  const edits = 'edits' in input ? input.edits : [input]
  return edits.reduce((text, { old_string: old, new_string: fresh, replace_all: isAll }) => {
    if (old === '' || !text.includes(old)) return `${text}\n${fresh}`
    return isAll ? text.replaceAll(old, () => fresh) : text.replace(old, () => fresh)
  }, before ?? '')
}
