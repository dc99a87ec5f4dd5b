import { sha256Hex, utf8Bytes } from '@/lib/text/content'

/** The content and path that a memory is to have. */
export interface MemoryState {
  path: string
  bytes: Buffer
  sha256: string
  /** the same as a string, if at hand */
  text?: string
  /**
   * the memory's previous content, if already read: the new content may be stored as a delta
   * against it
   */
  superseded?: Buffer
}

/** `superseded`: the previous content, if known. */
export function stateOf(path: string, content: string, superseded?: Buffer): MemoryState {
  const bytes = utf8Bytes(content)
  const state = { path, bytes, sha256: sha256Hex(bytes), text: content }
  return superseded ? { ...state, superseded } : state
}
