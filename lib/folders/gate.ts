import path from 'node:path'
import { z } from 'zod'
import { db } from '@/lib/db'
import { causeOf, log } from '@/lib/log'
import { judge } from '@/lib/review/judge'
import { heldWords, refusedWords } from '@/lib/review/reason-words'
import { redactedIn, redactedTextsOf } from '@/lib/store/redact/known'
import { MAX_MEMORY_BYTES } from '@/lib/store/model/limits'
import { getStore } from '@/lib/store/stores'
import { Scans } from '@/lib/store/write/judging'
import { toMemoryPath } from '@/lib/text/memory-path'
import { isIn } from '@/lib/transfer/folder'
import { type Connection, listConnections } from './connections'
import { diskAt } from './disk'
import type { HookBody } from './facts'
import { placeNamed } from './heard'
import { placeOf } from './real-path'

/**
 * *Ask before it writes*: what a store's rules say of a write of Claude Code before it lands, where a person
 * turned that on. What is not known in time is asked.
 */

export interface GateDecision {
  decision: 'deny' | 'ask'
  /** in English, which the agent's model reads */
  reason: string
}

/** Below the hooks' own patience; milliseconds. */
const WITHIN_MS = 1_500

const WRITING = ['Write', 'Edit', 'MultiEdit', 'NotebookEdit']

const named = z.object({ file_path: z.string().optional(), notebook_path: z.string().optional() })
const asWrite = z.object({ content: z.string() })
const asEdit = z.object({
  old_string: z.string().min(1),
  new_string: z.string(),
  replace_all: z.boolean().default(false),
})

/** What a call is answered that would write into a store that its key sees; null: nothing, and it goes on. */
export async function gateOf(
  body: HookBody,
  isSeen: (storeId: string) => boolean,
): Promise<GateDecision | null> {
  if (body.hook_event_name !== 'PreToolUse' || !WRITING.includes(body.tool_name)) return null
  const gated = (await listConnections()).filter((one) => one.hasGate && isSeen(one.storeId))
  if (gated.length === 0) return null
  const late = new Promise<GateDecision>((resolve) =>
    setTimeout(() => resolve(ask('that was not known in time')), WITHIN_MS).unref(),
  )
  const decided = decide(body, gated).catch((error: unknown) => {
    log.warn('a write could not be judged before it landed', causeOf(error))
    return ask('something went wrong')
  })
  return Promise.race([decided, late])
}

const ask = (why: string): GateDecision => ({
  decision: 'ask',
  reason: `Palimpsest could not tell whether this may be written: ${why}. A person is to look at it first.`,
})

const deny = (why: string): GateDecision => ({
  decision: 'deny',
  reason: `Palimpsest: not written: ${why}.`,
})

async function decide(
  { tool_name: tool, tool_input: input, cwd }: HookBody,
  gated: readonly Connection[],
): Promise<GateDecision | null> {
  const { file_path: ofFile, notebook_path: ofNotebook } = named.safeParse(input).data ?? {}
  const file = ofFile ?? ofNotebook
  if (file === undefined) return ask('what it was given has a form that is not known')
  const place = await placeNamed(file, cwd, new Map())
  const folder = gated.find(({ location }) => isIn(location, place))
  if (!folder) return null
  const memoryPath = toMemoryPath(place.slice(folder.location.length).split(path.sep).join('/'))
  const { storeId } = folder
  const where = { storeId, path: memoryPath }
  const memory = await db.memory.findFirst({ where, omit: { content: false } })
  const before = memory?.content ?? null
  const content = textAfter(tool, input, await textOnDisk(folder, place))
  if (content === null) return ask(`what ${tool} would write is not looked into`)
  if (await redactedIn(await redactedTextsOf(storeId), content)) {
    return deny('it holds a text that was redacted here')
  }
  return judged(storeId, memoryPath, before, content)
}

/** What the file holds now; null: nothing that can be read. */
async function textOnDisk({ location }: Connection, place: string): Promise<string | null> {
  const found = await placeOf(location)
  if (!found?.allowed || found.place !== location) return null
  const read = await diskAt(found.allowed).read(place.slice(location.length), MAX_MEMORY_BYTES)
  return read.kind === 'bytes' ? read.bytes.toString() : null
}

/** The text that would come about; null: that is not known. */
function textAfter(tool: string, input: unknown, before: string | null): string | null {
  if (tool === 'Write') return asWrite.safeParse(input).data?.content ?? null
  const edit = tool === 'Edit' ? asEdit.safeParse(input).data : undefined
  if (!edit || before === null || !before.includes(edit.old_string)) return null
  return edit.replace_all
    ? before.replaceAll(edit.old_string, () => edit.new_string)
    : before.replace(edit.old_string, () => edit.new_string)
}

async function judged(
  storeId: string,
  memoryPath: string,
  before: string | null,
  content: string,
): Promise<GateDecision | null> {
  const { rules } = await getStore(storeId)
  const scans = new Scans()
  const write = {
    before: before === null ? null : { path: memoryPath, content: before },
    after: { path: memoryPath, content },
  }
  for (;;) {
    const verdict = judge(rules, write, (memory) => scans.flagsIn(memory))
    if (scans.isToScan) {
      await scans.scan()
      continue
    }
    if (verdict.masked !== null) {
      return deny('it holds what this memory is to be kept free of. Write it without that')
    }
    const { action, reason } = verdict
    if (action === 'refuse' && reason) return deny(refusedWords(reason))
    if (action === 'hold' && reason) {
      return { decision: 'ask', reason: `A person is to look at this first: ${heldWords(reason)}.` }
    }
    return null
  }
}
