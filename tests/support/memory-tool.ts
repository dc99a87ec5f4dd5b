import { createStore } from '@/lib/store/change-stores'
import { type Mount, mountsOf } from '@/lib/memory-tool/paths'
import { runCommand } from '@/lib/memory-tool/run'
import { type Cause } from '@/lib/store/model/actor'
import type { StoreLimits } from '@/lib/store/model/limits'
import { textsOf } from './written'

/** A session of an agent, and one of its calls. */
export const BY_SESSION: Cause = {
  actor: { type: 'session', id: 'sesn_111111111111111111111111' },
  isAgent: true,
  sessionId: 'sesn_111111111111111111111111',
  toolUseId: 'toolu_1',
}

/** One attached store, and a model's calls on it. */
export async function attached(
  limits: Partial<StoreLimits> = {},
  narrowed: Parameters<typeof mountsOf>[1] = {},
) {
  const store = await createStore({ name: 'Notes', limits })
  const mounts = mountsOf([store], narrowed)
  const call = (command: unknown) => answerOf(mounts, command)
  const create = (path: string, text: string) =>
    call({ command: 'create', path: `/memories${path}`, file_text: text })
  const contentOf = async (path: string) => (await textsOf(store.id))[path]
  return { store, mounts, call, create, contentOf }
}

/** The answer as a text; of an error with that name. */
export async function answerOf(
  mounts: readonly Mount[],
  command: unknown,
): Promise<string | { error: string }> {
  const { content, isError } = await runCommand({ mounts, command }, BY_SESSION)
  return isError ? { error: content } : content
}
