import path from 'node:path'
import type { Database } from '@/lib/db/database'
import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import {
  judgeWrite,
  type JudgeWriteInput,
  type WriteJudgement,
} from '@/lib/store/judging/judge-write'
import { holdsRedactedText } from '@/lib/store/redaction/redacted-texts'
import { askedFile, askedText, isWritingTool, namedPaths, NotJudgedError } from './core/asked-write'
import { realPlace } from './core/real-place'
import { watchedPaths } from './core/watched-paths'
import type { HookBody } from './handle-hook'
import { CLAUDE_CODE } from './model/writers'
import { type GatedFolder, gatedFolders } from './sql/connections'

/**
 * The agent's program must deny a call, or ask about it; the reason is in English, which its model
 * reads.
 */
export interface GateDecision {
  decision: 'deny' | 'ask'
  reason: string
}

/** An answer that is not there by then is that the person is asked; below the hooks' own time limit. */
export const ANSWER_WITHIN_MS = 1_500

/** A path that is longer is no system's; bytes. */
const MAX_PATH_BYTES = 4_096

/**
 * Asks the policy of a store about a write of Claude Code before it lands, if the write is in a
 * watched folder whose gate a person turned on. Returns null if there is nothing to say, and the
 * agent goes on. Where a gate is on and the answer is not found, or not before the signal aborts,
 * the person at the agent is asked. Does not look into commands of Bash.
 */
export async function answerBeforeCall(
  db: Database,
  body: HookBody,
  signal: AbortSignal,
): Promise<GateDecision | null> {
  if (body.hook_event_name !== 'PreToolUse' || !isWritingTool(body.tool_name)) return null
  try {
    return await Promise.race([decide(db, body, signal), rejection(signal)])
  } catch (error) {
    if (!gates().mayBeOn) return null
    if (error instanceof NotJudgedError) return notJudged(error.why)
    if (signal.aborted) return notJudged('that was not known in time')
    log.warn('a write could not be judged before it landed', causeOf(error))
    return notJudged('something went wrong')
  }
}

/** The answer to a call before a write that cannot be read. */
export async function answerUnreadable(db: Database): Promise<GateDecision | null> {
  const folders = await foldersWithGate(db).catch(() => null)
  const mayBeOn = folders ? folders.length > 0 : gates().mayBeOn
  return mayBeOn ? notJudged('the call could not be read') : null
}

const notJudged = (why: string): GateDecision => ({
  decision: 'ask',
  reason: `Palimpsest could not tell whether this may be written: ${why}. A person is to look at it first.`,
})

const deny = (why: string): GateDecision => ({
  decision: 'deny',
  reason: `Palimpsest: not written${why}.`,
})

async function rejection(signal: AbortSignal): Promise<never> {
  signal.throwIfAborted()
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('not in time')), { once: true })
  })
}

async function decide(
  db: Database,
  body: HookBody,
  signal: AbortSignal,
): Promise<GateDecision | null> {
  const folders = await foldersWithGate(db)
  if (folders.length === 0) return null
  const { tool_name: tool, tool_input: input, cwd } = body
  const file = askedFile(tool, input)
  if (file.includes('\0')) return deny(': its path has a NUL')
  if (Buffer.byteLength(file) > MAX_PATH_BYTES) {
    return deny(`: its path has more than ${MAX_PATH_BYTES} bytes`)
  }
  const places = await placesOf(folders, namedPaths(file, cwd), signal)
  if (places.length === 0) return null
  const textAfter = askedText(tool, input)
  let answer: GateDecision | null = null
  for (const place of places) {
    const decision = await judge(db, place, (before) => textAfter(before, signal))
    if (decision?.decision === 'deny') return decision
    answer ??= decision
  }
  return answer
}

/** A memory that a write would change. */
interface GatedPlace {
  storeId: string
  path: string
}

async function judge(
  db: Database,
  place: GatedPlace,
  textAfter: JudgeWriteInput['textAfter'],
): Promise<GateDecision | null> {
  const judged = await judgeWrite(db, {
    ...place,
    textAfter,
    cause: { actor: CLAUDE_CODE, sessionId: null },
  })
  if (await holdsRedactedText(db, { storeId: place.storeId, text: judged.text })) {
    return deny(': it holds a text that was redacted here')
  }
  if (judged.action !== 'write') recordBehind(judged)
  switch (judged.action) {
    case 'write':
      return null
    case 'refuse':
      return deny(`, ${judged.reason}`)
    case 'mask':
      return deny(
        ': it holds what this memory is to be kept free of, such as a secret or personal data. Write it without that',
      )
    case 'hold':
      return { decision: 'ask', reason: `A person is to look at this first, ${judged.reason}.` }
  }
}

/** Answers that are still to be recorded; beyond these, how often a rule decided is not counted. */
const MAX_UNRECORDED = 100
const recording = () => perProcess('answers before writes', () => ({ count: 0 }))

/** Records an answer once it can be: the agent does not wait for that. */
function recordBehind({ record }: WriteJudgement): void {
  const open = recording()
  if (open.count >= MAX_UNRECORDED) {
    return log.warn('an answer before a write was not recorded: too many wait')
  }
  open.count += 1
  record()
    .catch((error: unknown) =>
      log.warn('an answer before a write was not recorded', causeOf(error)),
    )
    .finally(() => {
      open.count -= 1
    })
}

/**
 * Remembers whether a gate was on when that was last asked: where that cannot be asked, it holds.
 */
const gates = () => perProcess('gates before writes', () => ({ mayBeOn: true }))

async function foldersWithGate(db: Database): Promise<GatedFolder[]> {
  const folders = await gatedFolders(db.read)
  gates().mayBeOn = folders.length > 0
  return folders
}

/**
 * The memories that a file, by any of these paths, is in the folders with a gate, links resolved as
 * they are when it is written. Nothing is read.
 */
async function placesOf(
  folders: readonly GatedFolder[],
  named: readonly string[],
  signal: AbortSignal,
): Promise<GatedPlace[]> {
  const places = new Map<string, GatedPlace>()
  for (const file of named) {
    const wanted = await realPlace(file, signal)
    for (const { location, preset, storeId } of folders) {
      if (!wanted.startsWith(`${location}${path.sep}`)) continue
      const memoryPath = `/${path.relative(location, wanted).split(path.sep).join('/')}`
      // A project's instructions and a folder inside it may be watched apart.
      if (!watchedPaths({ preset, location })(memoryPath)) continue
      places.set(`${storeId}${memoryPath}`, { storeId, path: memoryPath })
    }
  }
  return [...places.values()]
}
