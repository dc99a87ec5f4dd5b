import { callAddress } from '@/components/session/conversation/call-address'
import type { MemoryVersion } from '@/lib/store/model/memory-version'

/** Where the call that wrote a version is shown; undefined: no session wrote it, or it is gone. */
export function callOfVersion(
  { createdBy, toolUseId }: Pick<MemoryVersion, 'createdBy' | 'toolUseId'>,
  names: ReadonlyMap<string, string>,
): string | undefined {
  if (createdBy.type !== 'session' || !names.has(createdBy.id)) return undefined
  return callAddress(createdBy.id, toolUseId)
}
