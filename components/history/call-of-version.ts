import { callAddress } from '@/components/session/conversation/call-address'
import type { MemoryVersion } from '@/lib/store/model/memory-version'

/**
 * Returns the address of the call that wrote a version; undefined if no session wrote it, or the
 * session is gone.
 */
export function callOfVersion(
  { createdBy, toolUseId }: Pick<MemoryVersion, 'createdBy' | 'toolUseId'>,
  names: ReadonlyMap<string, string>,
): string | undefined {
  if (createdBy.type !== 'session' || !names.has(createdBy.id)) return undefined
  return callAddress(createdBy.id, toolUseId)
}
