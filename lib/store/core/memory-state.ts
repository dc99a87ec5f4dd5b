import { sha256Hex, utf8Bytes } from '@/lib/text/content'

/** What a memory is to hold, and where. */
export interface MemoryState {
  path: string
  bytes: Buffer
  sha256: string
  /** what the memory holds until then, where the caller has read it anyway: the new content may be stored as what differs */
  superseded?: Buffer
}

/** `superseded`: the content until then, where it is known. */
export function stateOf(path: string, content: string, superseded?: Buffer): MemoryState {
  const bytes = utf8Bytes(content)
  return { path, bytes, sha256: sha256Hex(bytes), ...(superseded ? { superseded } : {}) }
}
