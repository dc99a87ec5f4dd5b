import { Refusal, type RefusalFacts } from '@/lib/refusal'
import { contentProblem, contentRuleWords } from '@/lib/text/content'
import { memoryPathProblem, pathRuleWords } from '@/lib/text/memory-path'

/** The refusals that several verbs share, and the rules of what they are given. */

export const storeNotFound = (id: string) =>
  new Refusal('store_not_found', `There is no memory store ${id}.`, { store_id: id })

export const storeArchived = (id: string) =>
  new Refusal(
    'store_archived',
    `The memory store ${id} is archived: nothing in it can be changed.`,
    {
      store_id: id,
    },
  )

/** `named`: an id or a path. */
export const memoryNotFound = (storeId: string, named: string) =>
  new Refusal('memory_not_found', `There is no memory ${named} in the store ${storeId}.`, {
    store_id: storeId,
    memory: named,
  })

export const versionNotFound = (storeId: string, id: string) =>
  new Refusal('version_not_found', `There is no memory version ${id} in the store ${storeId}.`, {
    store_id: storeId,
    version_id: id,
  })

export const versionDamaged = (id: string) =>
  new Refusal(
    'version_damaged',
    `What is stored of the version ${id} is not what was written. A backup from before has its text.`,
    { version_id: id },
  )

export const pathConflict = (path: string, other: { path: string | null; id: string }) =>
  new Refusal(
    'path_conflict',
    other.path === path
      ? `There is a memory at ${path} already.`
      : `${path} overlaps the memory at ${other.path}: a path is a memory or a folder, never both.`,
    { path, conflicting_path: other.path, conflicting_memory_id: other.id },
  )

export const preconditionFailed = (memoryId: string) =>
  new Refusal(
    'precondition_failed',
    `The memory ${memoryId} does not hold what the precondition expects. Read it again.`,
    { memory_id: memoryId },
  )

export const changedSinceSeen = (path: string) =>
  new Refusal('changed_since_seen', `${path} was changed meanwhile. Look at it again.`, { path })

/** `rule`: one of a closed set, for who words it anew, with its own facts. */
export const invalidInput = (
  field: string,
  words: string,
  rule: RefusalFacts & { rule: string } = { rule: words },
) => new Refusal('invalid_input', `${field}: ${words}`, { field, ...rule })

/** Refuses a path that breaks the one rule of paths. `field` names it in the words. */
export function checkPath(path: string, field = 'path'): void {
  const problem = memoryPathProblem(path)
  if (problem) throw invalidInput(field, pathRuleWords(problem), { ...problem })
}

/** Refuses what is not Unicode text that both databases hold. `field` names it in the words. */
export function checkContent(content: string, field = 'content'): void {
  const problem = contentProblem(content)
  if (problem) throw invalidInput(field, contentRuleWords(problem), { ...problem })
}

/** Refuses a text beyond the store's limit. */
export function checkSize(path: string, size: number, limit: number): void {
  if (size <= limit) return
  throw new Refusal(
    'content_too_large',
    `${path} would have ${size} bytes; a memory of this store has at most ${limit}.`,
    { path, size, limit },
  )
}
