import type { Database } from '@/lib/db/database'
import { runMemoryCommand } from '@/lib/memory-tool/run-memory-command'
import {
  createMemory,
  putMemory,
  removeMemory,
  updateMemory,
} from '@/lib/store/memories/change-memories'
import type { Cause } from '@/lib/store/model/actor'
import { StoreError, type StoreProblem } from '@/lib/store/model/problems'
import type { HeldCommand } from './held-command'

export interface HeldRun {
  storeId: string
  command: HeldCommand
  cause: Cause
}

export interface HeldAnswer {
  /** the words for its agent; null: none */
  answer: string | null
  /** whether it was refused, and, where no agent is told it, as what */
  isError: boolean
  problem: StoreProblem | null
}

/** Runs a held write. What the store refuses is no error but an answer with `isError`. */
export async function runHeldCommand(db: Database, run: HeldRun): Promise<HeldAnswer> {
  const { storeId, command, cause } = run
  if (command.kind === 'memory_tool') {
    const mounts = [{ storeId, name: command.mountName, access: 'read_write' as const }]
    const call = { mounts, command: command.input, cause }
    const { content, isError } = await runMemoryCommand(db, call)
    return { answer: content, isError, problem: null }
  }
  try {
    await write(db, storeId, command, cause)
    return { answer: null, isError: false, problem: null }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return { answer: null, isError: true, problem: error.problem }
  }
}

async function write(
  db: Database,
  storeId: string,
  command: Exclude<HeldCommand, { kind: 'memory_tool' }>,
  cause: Cause,
): Promise<void> {
  switch (command.kind) {
    case 'create':
      await createMemory(db, { storeId, cause, path: command.path, content: command.content })
      return
    case 'put':
      await putMemory(db, { storeId, cause, path: command.path, content: command.content })
      return
    case 'update': {
      const { memoryId, content, path, whenPathTaken = 'refuse' } = command
      const precondition = preconditionOf(command)
      const update = { storeId, memoryId, content, path, precondition, whenPathTaken, cause }
      await updateMemory(db, update)
      return
    }
    case 'delete': {
      const precondition = preconditionOf(command)
      await removeMemory(db, { storeId, memoryId: command.memoryId, precondition, cause })
      return
    }
  }
}

function preconditionOf({ contentSha256 }: { contentSha256?: string | undefined }) {
  return contentSha256 === undefined ? undefined : { contentSha256 }
}
