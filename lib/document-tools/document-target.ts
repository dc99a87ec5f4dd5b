import type { CallTarget } from '@/lib/memory-tool/command-target'
import { type Mount, mountNamed } from '@/lib/memory-tool/mount'
import type { DocumentToolName } from '@/lib/memory-tool/tool-effects'
import type { ChangeKind } from '@/lib/store/model/memory-change'
import { parseDocumentInput } from './document-tools'

const KINDS = {
  memory_write: 'created',
  memory_edit: 'modified',
  memory_delete: 'deleted',
} as const satisfies Partial<Record<DocumentToolName, ChangeKind>>

/**
 * The store and path that a document tool would change; null: no memory of these stores, so that it
 * can only be refused.
 */
export function documentTarget(
  name: DocumentToolName,
  input: unknown,
  mounts: readonly Mount[],
): CallTarget | null {
  if (name !== 'memory_write' && name !== 'memory_edit' && name !== 'memory_delete') return null
  const parsed = parseDocumentInput(name, input)
  if (!parsed.isValid) return null
  const { path, store } = parsed.value
  const [only, ...others] = mounts
  const isOnly = store === undefined && others.length === 0
  const mount = isOnly ? only : store === undefined ? null : mountNamed(mounts, store)
  return mount ? { storeId: mount.storeId, path, kind: KINDS[name] } : null
}
